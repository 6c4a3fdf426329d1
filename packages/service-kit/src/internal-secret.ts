import { createHash, timingSafeEqual } from 'node:crypto';

/** Header in which our processes show each other that they belong together. */
export const INTERNAL_HEADER = 'x-ledgergraph-internal';

/**
 * The secrets that INTERNAL_SECRET holds, divided by commas. The first is the one we say and sign with; every one is taken
 * from others, so that an installation can go from one to the next without a gap.
 */
export function readSecrets(setting: string): string[] {
  return setting.split(',').map((secret) => secret.trim());
}

/** The secret to say and to sign with. */
export function currentSecret(setting: string): string {
  return readSecrets(setting)[0] ?? '';
}

/** Tells whether a header holds one of the secrets; compares in constant time, whatever the lengths. */
export function createSecretCheck(setting: string): (given: unknown) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const accepted = readSecrets(setting).map(digest);
  return (given) => {
    if (typeof given !== 'string') return false;
    const shown = digest(given);
    return accepted.filter((secret) => timingSafeEqual(shown, secret)).length > 0;
  };
}
