import type { NetworkStatus } from './network-status.ts';

/** Block times vary: a newest block stands out if it is older than this many blocks of its chain and than an hour. */
const BLOCKS = 30;
const OLD_MS = 3_600_000;

/** `now` is the gateway's clock. */
export function isOld(
  { blockTime, blockTimeSeconds }: Pick<NetworkStatus, 'blockTime' | 'blockTimeSeconds'>,
  now: string,
) {
  return Date.parse(now) - Date.parse(blockTime) > Math.max(OLD_MS, BLOCKS * blockTimeSeconds * 1_000);
}
