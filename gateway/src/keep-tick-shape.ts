import { executionAsyncResource } from 'node:async_hooks';

/** Held for as long as the process runs. */
let tick: object | undefined;

/**
 * Keeps one of the objects alive that `process.nextTick` queues, and with it what V8 has learned of their shape.
 * Without one a collection at the wrong moment, before that function was optimised, forgets the shape; from then on V8 takes its slowest way for each tick of the process's
 * life, of which an answer takes several: a tenth of the CPU time of a kept answer, in some processes and not in others.
 * @returns resolves when one is held, with it
 */
export function keepTickShape(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      tick = executionAsyncResource();
      resolve(tick);
    });
  });
}
