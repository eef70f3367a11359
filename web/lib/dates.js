// Days as people of the page's language write them.
import { language } from './text.js';

/**
 * The day of a moment, such as `15 Nov 2026`.
 * @param {number} at milliseconds since 1970
 */
export const day = (at) => new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(at);
