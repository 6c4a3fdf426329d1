import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describeCauses } from '@ledgergraph/service-kit/describe-causes';

const POLL_MS = 50;

export interface WaitOptions {
  what: string;
  /** Default: 10 minutes, for busy machines. Less where it states a guarantee. */
  timeoutMs?: number;
}

/** Undefined and false mean "not yet". @throws Error naming the condition, and the last failure of the question */
export async function waitFor<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { what, timeoutMs = 600_000 }: WaitOptions,
): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  let failure: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > giveUpAt) {
      const last = failure === undefined ? '' : `; last: ${describeCauses(failure)}`;
      throw new Error(`waited ${timeoutMs} ms for ${what}${last}`, { cause: failure });
    }
    await wait(POLL_MS);
  }
}

/**
 * Waits for the values themselves where what is read may go back, as a stream does in a reorganisation: their number is reached too early.
 * @throws Error with the last difference
 */
export async function waitForEqual<T>(read: () => T, expected: T, options: WaitOptions): Promise<void> {
  try {
    await waitFor(() => isDeepStrictEqual(read(), expected), options);
  } catch (late) {
    try {
      deepStrictEqual(read(), expected);
    } catch (difference) {
      throw new Error(`${describeCauses(late)}: ${describeCauses(difference)}`);
    }
  }
}

/** @throws Error with the failure of the last request, or its answer */
export async function waitUntilOk(url: string, options: WaitOptions): Promise<void> {
  await waitFor(async () => {
    const response = await fetch(url);
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`);
    return true;
  }, options);
}
