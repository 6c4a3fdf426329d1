import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { AccountsError } from '#/accounts-error.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * The auth library's log as ours. It warns of every wrong password, which is no fault of the service: those go to debug, as does what the
 * answer reports by itself, such as a database that is away.
 */
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
