// Time controls in words: `3d2` is “3 min + 2 s delay”.
import { text } from './text.js';

/**
 * @param {string} notation as the server writes it
 * @param {typeof text} [words] the strings of another language, for tests
 * @returns {string}
 */
export function clockWords(notation, words = text) {
  const [white, black] = notation.split(' / ');
  if (white && black) return words('clock_odds', { white: clockWords(white, words), black: clockWords(black, words) });
  if (notation === '-') return words('clock_none');
  const [whole, time = '', kind = ''] = /^([\d:.]+) ?(days?|hourglass|\/move)$/.exec(notation) ?? [];
  if (kind === 'hourglass') return words('clock_hourglass', { time });
  if (kind === '/move') return words('clock_move', { time: spanWords(time) });
  if (whole) return words(time === '1' ? 'clock_day' : 'clock_days', { count: time });
  const [overtime, main = '', count = '', sign = '', rest = ''] = /^([\d:.]+)\+(\d+)([x/])([\d:]+)$/.exec(notation) ?? [];
  if (overtime && sign === 'x') return `Byo-yomi, ${spanWords(main)} + ${count} × ${rest} s`;
  if (overtime) return words('clock_then', { first: spanWords(main), rest: words('clock_period', { count, time: spanWords(rest) }) });
  const periods = notation.split(', ').map((it) => periodWords(it, words));
  return periods.includes('') ? notation : periods.reduceRight((rest, first) => words('clock_then', { first, rest }));
}

/** @param {string} period such as `40/90:00+30` @param {typeof text} words */
function periodWords(period, words) {
  const [whole, count, time = '', sign = '+', seconds = '0'] = /^(?:(\d+)\/)?([\d:.]+)(?:([+db])([\d.]+))?$/.exec(period) ?? [];
  if (!whole) return '';
  const kind = { d: ` ${words('clock_delay')}`, b: ' Bronstein' }[sign] ?? '';
  const span = spanWords(time) + (seconds === '0' ? '' : ` + ${seconds} s${kind}`);
  return count ? words('clock_period', { count, time: span }) : span;
}

/** @param {string} time in minutes, or with colons: `90:00`, `1:30`, `12:00:00` */
function spanWords(time) {
  const [first = '', minutes, seconds] = time.split(':');
  if (seconds !== undefined) return time.endsWith(':00:00') ? `${first} h` : time;
  if (first === '0') return `${Number(minutes)} s`;
  return minutes === undefined || minutes === '00' ? `${first} min` : `${time} min`;
}
