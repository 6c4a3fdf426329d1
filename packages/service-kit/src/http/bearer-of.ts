const BASIC = /^basic +([A-Za-z0-9+/=]+) *$/i;
/** Other characters have no place in a header. */
const PASSWORD = /^[^:]*:([!-~]+)$/;

/** A key as the password of Basic authentication, as clients of verusd's API send it, as a bearer token. All else stays as it is. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return authorization;
  const password = PASSWORD.exec(Buffer.from(encoded, 'base64').toString())?.[1];
  return password === undefined ? authorization : `Bearer ${password}`;
}
