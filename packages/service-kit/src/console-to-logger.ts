import { format } from 'node:util';
import type { Logger } from './logger.ts';

/** Between two lines: a library may write one for each fault of a peer, and peers must not fill the log. */
const LINE_MS = 1_000;
const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/**
 * Hands what libraries write to the console to the logger, so that every line of a process is one of the logger's. It writes at most one
 * line a second, which counts those that were left out before it.
 * @param now milliseconds of a clock that never goes back
 * @returns gives the console back
 */
export function sendConsoleToLogger(
  logger: Pick<Logger, 'warn'>,
  target: Pick<Console, (typeof METHODS)[number]> = console,
  now: () => number = () => performance.now(),
): () => void {
  const kept = Object.fromEntries(METHODS.map((method) => [method, target[method]]));
  let writtenAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  const write = (...args: unknown[]): void => {
    if (now() - writtenAt < LINE_MS) {
      leftOut += 1;
      return;
    }
    writtenAt = now();
    const err = args.find((arg) => arg instanceof Error);
    const text = format(...args.filter((arg) => arg !== err));
    logger.warn({ err, leftOut: leftOut || undefined }, `a library writes: ${text}`);
    leftOut = 0;
  };
  for (const method of METHODS) target[method] = write;
  return () => void Object.assign(target, kept);
}
