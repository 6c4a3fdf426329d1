import { setTimeout as wait } from 'node:timers/promises';
import { describeCauses } from '@ledgergraph/service-kit/describe-causes';

const POLL_MS = 50;

export interface WaitOptions {
  /** Condition in words: the message when it does not come. */
  what: string;
  /** Default 10 minutes: a machine may be busy, and a wait that is met costs no more for it. Less where it states a guarantee. */
  timeoutMs?: number;
}

/**
 * Asks again and again until there is an answer; undefined and false mean "not yet".
 * @throws Error naming what did not come, and the last failure where asking itself failed
 */
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
 * Waits until a URL answers with success.
 * @throws Error that names why the last request failed, or the content of its answer
 */
export async function waitUntilOk(url: string, options: WaitOptions): Promise<void> {
  await waitFor(async () => {
    const response = await fetch(url);
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text}`);
    return true;
  }, options);
}
