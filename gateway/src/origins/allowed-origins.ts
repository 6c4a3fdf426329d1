/** As browsers send it (RFC 6454, section 6.2), or `null` for a page without one. */
const ORIGIN = /^(?:null|[a-z][a-z0-9+.-]*:\/\/[^\s,/]{1,300})$/;

export class AllowedOrigins {
  readonly #origins: ReadonlySet<string> | '*';

  /** @param origins as browsers send them; `*`: every page */
  constructor(origins: readonly string[] | '*') {
    this.#origins = origins === '*' ? '*' : new Set(origins);
  }

  allows(origin: string): boolean {
    return this.#origins === '*' ? ORIGIN.test(origin) : this.#origins.has(origin);
  }
}

/** @param origin undefined: no page of a foreign origin asks */
export function isOriginOfKey(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin === undefined || allowed.length === 0 || allowed.includes(origin);
}

/**
 * Undefined if no page asks, or one of ours (GraphiQL, the dashboard), which browsers let in anyway.
 * @param host as the client named it
 */
export function foreignOrigin(origin: string | undefined, host: string | undefined): string | undefined {
  if (origin === undefined || host === undefined) return origin;
  const own = host.toLowerCase();
  return origin === `https://${own}` || origin === `http://${own}` ? undefined : origin;
}
