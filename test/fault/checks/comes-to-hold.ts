import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;

/** A busy machine is slow; lost events never come. @param count of all that came @returns false if nothing came for `quietMs` */
export async function comesToHold(
  holds: () => boolean | Promise<boolean>,
  count: () => number,
  quietMs: number,
): Promise<boolean> {
  for (let last = { count: count(), at: performance.now() }; ; await wait(POLL_MS)) {
    if (await holds()) return true;
    if (count() !== last.count) last = { count: count(), at: performance.now() };
    if (performance.now() - last.at > quietMs) return false;
  }
}
