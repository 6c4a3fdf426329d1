/** Longer than any host name (253) with scheme and port. */
const LENGTH_MAX = 300;
/** Pages of extensions and apps, for which a URL parser returns `null`. */
const OTHER_SCHEME = /^([a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9._-]+(?::\d{1,5})?)\/?$/;

/**
 * As browsers send it in `Origin` (RFC 6454, section 6.2): lower case, without the scheme's own port and a path. Undefined for any other
 * text, `null` and patterns included.
 */
export function parseOrigin(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LENGTH_MAX) return undefined;
  if (!/^https?:/i.test(trimmed)) return OTHER_SCHEME.exec(trimmed.toLowerCase())?.[1];
  // A text that a parser would correct is refused.
  if (!/^https?:\/\/[^\s/?#@\\*]+\/?$/i.test(trimmed)) return undefined;
  return URL.canParse(trimmed) ? new URL(trimmed).origin : undefined;
}
