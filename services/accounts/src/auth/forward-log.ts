import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { AccountsError } from '#/accounts-error.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Wrong passwords, and faults that the answer already reports, go to debug, because they are no fault of the service. */
export function forwardLog(logger: Logger): (level: Level, message: string, ...details: unknown[]) => void {
  return (level, message, ...details) => {
    const error = details.find((detail) => detail instanceof Error);
    const isReported = error instanceof AccountsError || databaseFault(error) !== undefined;
    logger[level === 'warn' || isReported ? 'debug' : level](
      { ...(error !== undefined && { err: error }) },
      `auth: ${message}`,
    );
  };
}
