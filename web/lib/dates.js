// Dates in the page's language.
import { language } from './text.js';

/**
 * Formats a date, such as `15 Nov 2026`.
 * @param {number} at milliseconds since 1970
 */
export const day = (at) => new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(at);

/**
 * Formats a date with a time, such as `15 Nov 2026, 14:05`.
 * @param {number} at milliseconds since 1970
 */
export const moment = (at) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
