import { format } from 'node:util';
import type { Logger } from './logger.ts';

const LINE_MS = 1_000;
const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/**
 * Hands what libraries write to the console to the logger, at most one line a second, so that peers cannot fill the log. Each line
 * counts those that were left out before it.
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
