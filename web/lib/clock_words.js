// Time controls in words: `3d2` is “3 min + 2 s delay”. Rare ones with several
// periods stay as the server writes them.
import { text } from './text.js';

/**
 * @param {string} notation as the server writes it
 * @param {typeof text} [words] the strings of another language, for tests
 * @returns {string}
 */
export function clockWords(notation, words = text) {
  const [white, black] = notation.split(' / ');
  if (white && black) return words('clock_odds', { white: clockWords(white, words), black: clockWords(black, words) });
  const [whole, time = '', kind = ''] = /^([\d:.]+) ?(days?|hourglass|\/move)$/.exec(notation) ?? [];
  if (notation === '-') return words('clock_none');
  const [simple, minutes = '', sign = '', seconds = ''] = /^([\d.]+)([+db])(\d+)$/.exec(notation) ?? [];
  if (simple) {
    const kind = { '+': '', d: ` ${words('clock_delay')}`, b: ' Bronstein' }[sign] ?? '';
    return `${minutes} min${seconds === '0' ? '' : ` + ${seconds} s${kind}`}`;
  }
  if (!whole) return notation;
  if (kind === 'hourglass') return words('clock_hourglass', { time });
  if (kind === '/move') return words('clock_move', { time });
  return words(time === '1' ? 'clock_day' : 'clock_days', { count: time });
}
