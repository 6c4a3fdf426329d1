import type { Logger } from '@ledgergraph/service-kit/logger';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** The auth library's log as ours. It warns of every wrong password, which is no fault of the service: those go to debug. */
export function forwardLog(logger: Logger): (level: Level, message: string, ...details: unknown[]) => void {
  return (level, message, ...details) => {
    const error = details.find((detail) => detail instanceof Error);
    logger[level === 'warn' ? 'debug' : level]({ ...(error !== undefined && { err: error }) }, `auth: ${message}`);
  };
}
