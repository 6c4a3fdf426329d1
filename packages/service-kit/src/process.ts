import { startTracing } from '#/tracing/start-tracing.ts';
import { sendConsoleToLogger } from './console-to-logger.ts';
import type { Logger } from './logger.ts';

const STOP_TIMEOUT_MS = 15_000;

type Stop = () => Promise<void>;

export interface ProcessOptions {
  name: string;
  logger: Logger;
  exitsWithParent?: boolean;
  drainMs?: number;
}

/**
 * On SIGTERM, SIGINT or the parent's end it stops what it opened in reverse order; a failed start or an uncaught error does so too, with
 * exit code 1.
 */
export async function runProcess(
  { name, logger, exitsWithParent = false, drainMs = 0 }: ProcessOptions,
  start: (onStop: (stop: Stop) => void) => Promise<void>,
): Promise<void> {
  sendConsoleToLogger(logger);
  const stops: Stop[] = [];
  let stopping = false;

  const stop = (reason: string, exitCode: number): void => {
    if (stopping) return;
    stopping = true;
    void stopAll(stops, logger, reason, STOP_TIMEOUT_MS + drainMs).then(() => process.exit(exitCode));
  };

  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, `${name} stops: an uncaught error`);
      stop(event, 1);
    });
  }
  if (exitsWithParent) {
    process.stdin.resume();
    process.stdin.on('close', () => stop('the parent process ended', 0));
  }

  try {
    stops.push(await startTracing(name, logger));
    await start((fn) => stops.push(fn));
    logger.info(`${name} is up`);
  } catch (error) {
    logger.fatal({ err: error }, `${name} could not start`);
    stop('failed start', 1);
  }
}

async function stopAll(stops: Stop[], logger: Logger, reason: string, timeoutMs: number): Promise<void> {
  logger.info({ reason }, 'stopping');
  const deadline = setTimeout(() => {
    logger.error('could not stop in time');
    process.exit(1);
  }, timeoutMs);
  for (const stop of stops.reverse()) {
    await stop().catch((error: unknown) => logger.error({ err: error }, 'while stopping'));
  }
  clearTimeout(deadline);
}
