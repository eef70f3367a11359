// The visitor's settings. The look is kept in a cookie, so that the server can
// render the first paint; the rest is kept in this browser.

/**
 * @typedef {object} Look
 * @property {'system' | 'light' | 'dark' | 'contrast'} theme
 * @property {'walnut' | 'slate' | 'meadow' | 'paper'} board
 * @property {'classic' | 'modern' | 'glyph'} pieces
 * @property {'inside' | 'outside' | 'none'} coordinates
 * @property {'system' | 'full' | 'none'} motion
 * @property {'' | 'en' | 'de'} language empty: what the browser prefers
 */

/**
 * @typedef {object} Preferences
 * @property {boolean} sound
 * @property {boolean} autoQueen promotes to a queen without asking
 * @property {boolean} confirmMoves asks for a second press before a move is sent
 * @property {'letters' | 'figurines' | 'english'} notation `letters` are those of the page's language
 * @property {boolean} blindfold hides the pieces
 * @property {boolean} zen hides everything but board, clocks and moves
 * @property {boolean} moveTimes shows beside each move how long it took
 * @property {boolean} premoves
 * @property {boolean} spoken reads moves aloud
 * @property {boolean} notifications of the system, if the browser allows them
 */

/** @type {Look} */
const DEFAULT_LOOK = { theme: 'system', board: 'walnut', pieces: 'classic', coordinates: 'inside', motion: 'system', language: '' };
/** @type {Preferences} */
const DEFAULT_PREFERENCES = {
  sound: true, autoQueen: false, confirmMoves: false, notation: 'figurines',
  blindfold: false, zen: false, moveTimes: true, premoves: true, spoken: false, notifications: false,
};

/** The key of the preferences in localStorage. Another name would lose what people have chosen. */
const STORAGE_KEY = 'habits';

/** @returns {Look} */
export function look() {
  const cookie = document.cookie.split('; ').find((it) => it.startsWith('look='))?.slice(5) ?? '';
  const chosen = cookie.split('&').map((choice) => choice.split('=')).filter(([name]) => name && name in DEFAULT_LOOK);
  return { ...DEFAULT_LOOK, ...Object.fromEntries(chosen) };
}

/**
 * Changes the look, and keeps it.
 * @param {Partial<Look>} changes
 */
export function setLook(changes) {
  const next = { ...look(), ...changes };
  const value = Object.entries(next).filter(([, it]) => it).map(([name, it]) => `${name}=${it}`).join('&');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `look=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  const { language, ...shown } = next;
  Object.assign(document.documentElement.dataset, shown);
  if (changes.language !== undefined) location.reload();
}

/** @returns {Preferences} */
export function preferences() {
  try {
    return { ...DEFAULT_PREFERENCES, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') };
  } catch {
    return { ...DEFAULT_PREFERENCES };
  }
}

/** @param {Partial<Preferences>} changes */
export function setPreferences(changes) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...preferences(), ...changes }));
  dispatchEvent(new CustomEvent('preferences'));
}
