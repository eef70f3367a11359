// What a browser says it is, in few words.

const BROWSERS = /** @type {const} */ ([
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /Safari\//],
]);

const SYSTEMS = /** @type {const} */ ([
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
]);

/**
 * `Firefox · Linux` for what Firefox on Linux says of itself; programs keep
 * the first word of what they say. Empty if nothing is said.
 * @param {string} label
 */
export function agentName(label) {
  const named = (/** @type {readonly (readonly [string, RegExp])[]} */ list) =>
    list.find(([, sign]) => sign.test(label))?.[0];
  if (!label.startsWith('Mozilla/')) return label.split(' ')[0] ?? '';
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(' · ');
}
