// The top bar of every page: marks the current page, and lets signing in lead
// back to it.

const here = location.pathname;

for (const link of document.querySelectorAll('.top a[href]')) {
  const path = link.getAttribute('href') ?? '';
  if (path === here || (path !== '/' && here.startsWith(`${path}/`))) link.setAttribute('aria-current', 'page');
}

const signIn = document.querySelector('.top .sign-in');
if (here !== '/sign-in') signIn?.setAttribute('href', `/sign-in?to=${encodeURIComponent(here + location.search)}`);

export {};
