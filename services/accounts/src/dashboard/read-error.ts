import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { FastifyInstance } from 'fastify';
import { AccountsError, type AccountsErrorCode } from '#/accounts-error.ts';
import { WebhookRefusal } from '#/webhooks/connect-webhooks.ts';
import type { ErrorCode } from './contract.ts';
import { DashboardError, notFound } from './dashboard-error.ts';

/** A refusal that is missing here is an internal error, because no route can cause it. */
const CODES: Partial<Record<AccountsErrorCode, ErrorCode>> = {
  UNKNOWN_TEAM: 'NOT_FOUND',
  UNKNOWN_PLAN: 'NOT_FOUND',
  UNKNOWN_TOKEN: 'NOT_FOUND',
  UNKNOWN_USER: 'NOT_FOUND',
  NOT_A_MEMBER: 'NOT_FOUND',
  MALFORMED_KEY: 'INVALID_INPUT',
  AMBIGUOUS_KEY: 'CONFLICT',
  PLAN_EXISTS: 'CONFLICT',
  PLAN_IN_USE: 'CONFLICT',
  PLAN_IS_DEFAULT: 'CONFLICT',
  USER_EXISTS: 'CONFLICT',
  ALREADY_MEMBER: 'CONFLICT',
  LAST_OWNER: 'CONFLICT',
  HAND_OVER_TO_SELF: 'CONFLICT',
  TEAM_ON_OTHER_PLAN: 'CONFLICT',
  TEAM_HAS_KEYS: 'CONFLICT',
  UNKNOWN_KEY: 'NOT_FOUND',
  EXPIRY_NOT_AHEAD: 'INVALID_INPUT',
  EXPIRY_TOO_LATE: 'INVALID_INPUT',
  BAD_NETWORK: 'INVALID_INPUT',
  BAD_ORIGIN: 'INVALID_INPUT',
  BAD_CURSOR: 'INVALID_INPUT',
  KEY_NOT_ACTIVE: 'CONFLICT',
  KEY_ALREADY_ROTATED: 'CONFLICT',
  TOO_MANY_KEYS: 'CONFLICT',
  TOO_MANY_PASSKEYS: 'CONFLICT',
  TOO_MANY_NEW_KEYS: 'TOO_MANY_REQUESTS',
  TOO_MANY_AT_ONCE: 'TOO_MANY_REQUESTS',
  CLIENT_GONE: 'UNAVAILABLE',
  NO_WEBHOOKS: 'NOT_FOUND',
  UNKNOWN_EVENT_TYPE: 'INVALID_INPUT',
  WEBHOOKS_AWAY: 'UNAVAILABLE',
};
const WAIT_SECONDS: Partial<Record<AccountsErrorCode, number>> = { TOO_MANY_NEW_KEYS: 3_600 };
const FIELDS: Partial<Record<AccountsErrorCode, string>> = {
  EXPIRY_NOT_AHEAD: 'expiresAt',
  EXPIRY_TOO_LATE: 'expiresAt',
  BAD_NETWORK: 'allowedNetworks',
  BAD_ORIGIN: 'allowedOrigins',
};

export function answerErrors(scope: FastifyInstance, logger: Logger): void {
  scope.setErrorHandler((error, _request, reply) => {
    const { status, code, message, fields, retryAfterSeconds } = readError(error, logger);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    reply.header('cache-control', 'no-store');
    return reply.code(status).send({ error: { code, message, ...(fields !== undefined && { fields }) } });
  });
}

export function readError(error: unknown, logger: Logger): DashboardError {
  if (error instanceof DashboardError) return error;
  if (error instanceof WebhookRefusal) return new DashboardError(error.code as ErrorCode, error.message, error.details);
  if (error instanceof AccountsError) {
    const code = CODES[error.code];
    const field = FIELDS[error.code];
    if (code !== undefined)
      return new DashboardError(code, error.message, {
        ...(field !== undefined && { fields: { [field]: error.message } }),
        ...(code === 'TOO_MANY_REQUESTS' && { retryAfterSeconds: WAIT_SECONDS[error.code] ?? 5 }),
      });
  }
  const refusal = readRefusal(error);
  if (refusal !== undefined) return refusal;
  const fault = databaseFault(error);
  if (fault !== undefined) {
    // Without a stack: many requests meet the same fault at a time, and none of them causes it.
    logger.warn({ fault }, 'the dashboard could not answer: its database is away or slow');
    const message = 'This cannot be answered now. Try again in a moment.';
    return new DashboardError('UNAVAILABLE', message, { retryAfterSeconds: 5 });
  }
  logger.error({ err: error }, 'the dashboard could not answer');
  return new DashboardError('INTERNAL_ERROR', 'Something went wrong here. It is on record; try again.');
}

function readRefusal(error: unknown): DashboardError | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 413) return new DashboardError('TOO_LARGE', 'The request is too large.');
  if (statusCode === 404) return notFound();
  return new DashboardError('INVALID_INPUT', 'The request cannot be read.');
}
