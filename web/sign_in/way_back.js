// Where one goes after signing in.

/**
 * The page that somebody came from, as `?to=` says it; home without one. Only
 * pages of our own count: `to` may come from anywhere.
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
