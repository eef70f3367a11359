// Where signing in leads.

/**
 * Returns the page to go to after signing in: the one in `?to=`, or home. Only
 * pages of this site are accepted, since anybody can write such a link.
 * @param {string} search
 * @param {string} origin such as `https://chess.example`
 */
export function wayBack(search, origin) {
  const to = new URLSearchParams(search).get('to') ?? '/';
  if (!to.startsWith('/') || !URL.canParse(to, origin)) return '/';
  const url = new URL(to, origin);
  const isOurs = url.origin === origin && !url.pathname.startsWith('/sign-in');
  return isOurs ? url.pathname + url.search + url.hash : '/';
}
