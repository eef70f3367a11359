// Time controls in the reader's language: `3 days` is `3 Tage` in German, `5+3`
// is the same everywhere.
import { text } from './text.js';

/**
 * @param {string} notation as the server writes it
 * @param {typeof text} [words] the strings of another language, for tests
 */
export function clockWords(notation, words = text) {
  const [whole, time = '', kind = ''] = /^([\d:.]+) ?(days?|hourglass|\/move)$/.exec(notation) ?? [];
  if (notation === '-') return words('clock_none');
  if (!whole) return notation;
  if (kind === 'hourglass') return words('clock_hourglass', { time });
  if (kind === '/move') return words('clock_move', { time });
  return words(time === '1' ? 'clock_day' : 'clock_days', { count: time });
}
