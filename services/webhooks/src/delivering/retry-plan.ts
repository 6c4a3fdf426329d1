/** Waits after each attempt: ten attempts over 75 hours, as Standard Webhooks recommends. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

export const FAILING_MAX_MS = 72 * 3_600_000;

const JITTER = 0.1;
const RETRY_AFTER_MAX_S = 86_400;

/** Null after the last attempt. @param chance from 0 to 1; spreads the attempts of endpoints that failed together */
export function nextWaitMs(
  retrySeconds: readonly number[],
  attemptsMade: number,
  retryAfterSeconds = 0,
  chance: number = Math.random(),
): number | null {
  const planned = retrySeconds[attemptsMade - 1];
  if (planned === undefined) return null;
  const spread = planned * (1 - JITTER + 2 * JITTER * chance);
  return Math.round(Math.max(spread, Math.min(retryAfterSeconds, RETRY_AFTER_MAX_S)) * 1_000);
}
