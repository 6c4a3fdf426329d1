import type { IncomingMessage } from 'node:http';

/** Browsers ask for HTML by name; API clients do not, or prefer JSON. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  const { accept } = headers;
  return accept !== undefined && /^\s*(text\/html|application\/xhtml\+xml)/.test(accept);
}
