import { randomInt } from 'node:crypto';
import { base62, checksum, randomLength } from './key-body.ts';
import type { KeyEnvironment } from './key-environment.ts';

/** `<brand>_<environment>_` + 30 random base62 characters + 6 of checksum. Throws on a brand that is not 1–16 of a–z and 0–9. */
export function generateApiKey(brand: string, environment: KeyEnvironment): string {
  // randomInt rejects instead of wrapping around, so each character is equally likely.
  const random = Array.from({ length: randomLength }, () => base62.charAt(randomInt(base62.length)));
  return assemble(brand, environment, random.join(''));
}

/** The same secret gives the same key. @param secret 32 bytes that cannot be guessed */
export function deriveApiKey(brand: string, environment: KeyEnvironment, secret: Buffer): string {
  let rest = BigInt(`0x${secret.toString('hex')}`);
  let body = '';
  for (let i = 0; i < randomLength; i++) {
    body += base62.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return assemble(brand, environment, body);
}

function assemble(brand: string, environment: KeyEnvironment, body: string): string {
  if (!/^[a-z0-9]{1,16}$/.test(brand))
    throw new RangeError(`Not a key brand: ${JSON.stringify(brand)}. Wanted: 1 to 16 of a-z and 0-9`);
  const text = `${brand}_${environment}_${body}`;
  return text + checksum(text);
}
