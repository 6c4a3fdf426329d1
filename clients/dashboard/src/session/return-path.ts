const BASE = '/dashboard';

/**
 * Returns the page to open after signing in: the one that `next` names, if it is a page of ours, or else the start.
 * Addresses of other sites, which a link may carry, and pages for signed-out users do not count.
 */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !URL.canParse(next, 'https://page.invalid')) return '/';
  const { origin, pathname, search: query } = new URL(next, 'https://page.invalid');
  if (origin !== 'https://page.invalid' || /^\/(sign-in|sign-up|forgot-password|reset-password)\b/.test(pathname))
    return '/';
  return `${pathname}${query}`;
}

/** `/sign-in?next=…`, the place to come back to included. */
export function withReturn(page: '/sign-in' | '/sign-up', next: string): string {
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`;
}

/** A place of this page as an address for mails, such as `https://example.org/dashboard/reset-password`. */
export function fullAddress(path: string): string {
  return `${window.location.origin}${BASE}${path}`;
}
