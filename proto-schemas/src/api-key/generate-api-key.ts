import { randomInt } from 'node:crypto';
import { base62, checksum, randomLength } from './key-body.ts';
import type { KeyEnvironment } from './key-environment.ts';

/** A new key: `<brand>_<environment>_` + 30 random base62 characters + 6 of checksum. Throws on a brand that is not 1–16 of a–z and 0–9. */
export function generateApiKey(brand: string, environment: KeyEnvironment): string {
  if (!/^[a-z0-9]{1,16}$/.test(brand))
    throw new RangeError(`Not a key brand: ${JSON.stringify(brand)}. Wanted: 1 to 16 of a-z and 0-9`);
  // randomInt rejects instead of wrapping around, so each character is equally likely.
  const random = Array.from({ length: randomLength }, () => base62.charAt(randomInt(base62.length)));
  const text = `${brand}_${environment}_${random.join('')}`;
  return text + checksum(text);
}
