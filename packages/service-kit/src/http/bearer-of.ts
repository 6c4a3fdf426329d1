const BASIC = /^basic +([A-Za-z0-9+/=]+) *$/i;

/** A key as the password of Basic authentication, as clients of verusd's API send it, as a bearer token. All else stays as it is. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return authorization;
  const text = Buffer.from(encoded, 'base64').toString();
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
}
