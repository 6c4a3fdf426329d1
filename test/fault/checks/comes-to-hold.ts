import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Waits for a condition for as long as something comes: a busy machine is slow, and what is lost never comes.
 * @param count of all that came so far
 * @param quietMs for which nothing may come
 * @returns false if it does not hold at the end of that time
 */
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
