/** Stands for what is hidden. */
const HIDDEN = '…';
/** Parts of a path that are longer may be tokens, as several chat services have them. */
const SEGMENT_MAX = 15;
/** Shorter texts are too common to be taken out of an answer. */
const SECRET_MIN = 4;

/**
 * A webhook's URL as those may see it who do not manage the webhook, and as it goes on record: without a user, a query, a fragment, and parts
 * of the path that may be tokens.
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

/** A text of a receiver without what `hideUrl` hides of its URL: receivers like to repeat what they were asked. */
export function hideUrlIn(text: string, url: string): string {
  if (text === '' || !URL.canParse(url)) return text;
  return listSecrets(new URL(url)).reduce((shown, secret) => cutEnd(shown.replaceAll(secret, HIDDEN), secret), text);
}

/** A long answer is stored up to some length, which may be in the middle of a secret. */
function cutEnd(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SECRET_MIN; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  return text;
}

/** As they are written in the URL, and decoded; longest first, because one may hold another. */
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
