const BASE = '/dashboard';

/** Ignores a `next` that names another site, which a link may carry, or a page for signed-out users. */
export function returnPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (next === null || !URL.canParse(next, 'https://page.invalid')) return '/';
  const { origin, pathname, search: query } = new URL(next, 'https://page.invalid');
  if (origin !== 'https://page.invalid' || /^\/(sign-in|sign-up|forgot-password|reset-password)\b/.test(pathname))
    return '/';
  return `${pathname}${query}`;
}

export function withReturn(page: '/sign-in' | '/sign-up', next: string): string {
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`;
}

export function fullAddress(path: string): string {
  return `${window.location.origin}${BASE}${path}`;
}
