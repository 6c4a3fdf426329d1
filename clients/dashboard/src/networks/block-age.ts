import type { NetworkStatus } from './network-status.ts';

/** Chains miss their pace: only a block that is older than this many of its chain's blocks, and than an hour, stands out. */
const BLOCKS = 30;
const OLD_MS = 3_600_000;

/** True if the newest block of a network was made so long ago that its time needs an explanation. `now` is the gateway's clock. */
export function isOld(
  { blockTime, blockTimeSeconds }: Pick<NetworkStatus, 'blockTime' | 'blockTimeSeconds'>,
  now: string,
) {
  return Date.parse(now) - Date.parse(blockTime) > Math.max(OLD_MS, BLOCKS * blockTimeSeconds * 1_000);
}
