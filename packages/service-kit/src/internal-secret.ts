import { createHash, timingSafeEqual } from 'node:crypto';

/** Header with the secret by which our processes recognise each other. */
export const INTERNAL_HEADER = 'x-ledgergraph-internal';

/**
 * Reads the secrets of INTERNAL_SECRET, divided by commas. We send and sign with the first one; every one is accepted
 * from other processes, so that an installation can go from one to the next without a gap.
 */
export function readSecrets(setting: string): string[] {
  return setting.split(',').map((secret) => secret.trim());
}

/** The secret to send and to sign with. */
export function currentSecret(setting: string): string {
  return readSecrets(setting)[0] ?? '';
}

/** True if a header holds one of the secrets; compares in constant time, whatever the lengths. */
export function createSecretCheck(setting: string): (given: unknown) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const accepted = readSecrets(setting).map(digest);
  return (given) => {
    if (typeof given !== 'string') return false;
    const shown = digest(given);
    return accepted.filter((secret) => timingSafeEqual(shown, secret)).length > 0;
  };
}
