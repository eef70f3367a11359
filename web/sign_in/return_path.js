// The page to which signing in returns.

/**
 * Returns the page to go to after signing in: the one in `?to=`, or home. Only
 * pages of this site are accepted, since anybody can write such a link.
 * @param {string} search
 * @param {string} origin such as `https://chess.example`
 */
export function returnPath(search, origin) {
  const to = new URLSearchParams(search).get('to') ?? '/';
  if (!to.startsWith('/') || !URL.canParse(to, origin)) return '/';
  const url = new URL(to, origin);
  const isOurs = url.origin === origin && !url.pathname.startsWith('/sign-in');
  return isOurs ? url.pathname + url.search + url.hash : '/';
}

/** The secret of a link. */
const SECRET = /#(arb_[0-9a-f]+)$/;

/**
 * Returns the secret of an invitation: of the link that led here, or of the one
 * to which signing in leads back.
 * @param {{ hash: string, search: string }} location
 */
export function invitationIn({ hash, search }) {
  const to = new URLSearchParams(search).get('to') ?? '';
  return (SECRET.exec(hash) ?? SECRET.exec(to))?.[1] ?? null;
}
