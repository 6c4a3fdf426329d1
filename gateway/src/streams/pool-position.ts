import type { PositionForm } from './position.ts';

/** The changes of a mempool that a stream has emitted. */
export interface PoolPosition {
  /** All changes up to this serial; with `snapshot`: entries up to it. */
  readonly serial: number;
  /** Serial of the state that the stream begins with, until everything that was pending at it is emitted; then null. */
  readonly snapshot: number | null;
}

/** Changes are kept for 7 days; the rest is for clocks, and for changes that were made while the position was on its way. */
const AGE_MAX_MS = (7 * 24 - 1) * 3_600_000;

/** @param now Unix milliseconds */
export function poolPositions(now: () => number = Date.now): PositionForm<PoolPosition> {
  return {
    // The mempool has serials in the place of blocks.
    write: ({ serial, snapshot }) => ({ anchor: { height: serial, hash: '' }, members: [snapshot, now()] }),
    read: ({ height: serial }, members) => {
      const [snapshot, writtenAt] = members as [number | null, number];
      return now() - writtenAt > AGE_MAX_MS ? null : { serial, snapshot };
    },
  };
}
