const HIDDEN = '…';
/** Longer parts of a path may be tokens. */
const SEGMENT_MAX = 15;
/** Shorter texts are too common. */
const SECRET_MIN = 4;

/**
 * For those who do not manage the webhook, and for the record: without user, query, fragment, and parts of the path that may be tokens.
 */
export function hideUrl(url: string): string {
  if (!URL.canParse(url)) return HIDDEN;
  const { protocol, host, pathname, search, hash } = new URL(url);
  const path = pathname
    .split('/')
    .map((part) => (part.length > SEGMENT_MAX ? HIDDEN : part))
    .join('/');
  return `${protocol}//${host}${path}${search === '' && hash === '' ? '' : `?${HIDDEN}`}`;
}

/** Receivers like to repeat what they were asked. */
export function hideUrlIn(text: string, url: string): string {
  if (text === '' || !URL.canParse(url)) return text;
  return listSecrets(new URL(url)).reduce((shown, secret) => cutEnd(shown.replaceAll(secret, HIDDEN), secret), text);
}

/** The stored length may end in the middle of a secret. */
function cutEnd(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SECRET_MIN; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  return text;
}

/** Written and decoded; longest first, because one may hold another. */
function listSecrets({ username, password, pathname, search, hash, searchParams }: URL): string[] {
  const tokens = pathname.split('/').filter((part) => part.length > SEGMENT_MAX);
  const written = [username, password, search.slice(1), hash.slice(1), ...tokens];
  const pairs = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const secrets = [...written, ...pairs, ...searchParams.values()].flatMap((secret) => [secret, decode(secret)]);
  return [...new Set(secrets)].filter(({ length }) => length >= SECRET_MIN).sort((a, b) => b.length - a.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
