// Short names for browsers, from their user agent.

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
 * Returns `Firefox · Linux` for Firefox on Linux, the first word for other
 * programs, and an empty string without a user agent.
 * @param {string} label
 */
export function agentName(label) {
  const named = (/** @type {readonly (readonly [string, RegExp])[]} */ list) =>
    list.find(([, sign]) => sign.test(label))?.[0];
  if (!label.startsWith('Mozilla/')) return label.split(' ')[0] ?? '';
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(' · ');
}
