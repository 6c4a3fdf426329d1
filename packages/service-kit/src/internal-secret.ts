import { createHash, timingSafeEqual } from 'node:crypto';

export const INTERNAL_HEADER = 'x-ledgergraph-internal';

/** Divided by commas: we send and sign with the first, and accept each, so that an installation can change it without a gap. */
export function readSecrets(setting: string): string[] {
  return setting.split(',').map((secret) => secret.trim());
}

export function currentSecret(setting: string): string {
  return readSecrets(setting)[0] ?? '';
}

/** Compares in constant time, whatever the lengths. */
export function createSecretCheck(setting: string): (given: unknown) => boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const accepted = readSecrets(setting).map(digest);
  return (given) => {
    if (typeof given !== 'string') return false;
    const shown = digest(given);
    return accepted.filter((secret) => timingSafeEqual(shown, secret)).length > 0;
  };
}
