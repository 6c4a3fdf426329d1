import type { Logger } from '@ledgergraph/service-kit/logger';
import { AccountsError, type AccountsErrorCode } from '#/accounts-error.ts';
import { isDatabaseAway } from '#/db/is-database-away.ts';
import { DashboardError, notFound } from './dashboard-error.ts';

/** What each refusal of the domain is to the page. Those that no route here can meet are our fault. */
const CODES: Partial<Record<AccountsErrorCode, 'INVALID_INPUT' | 'NOT_FOUND' | 'CONFLICT'>> = {
  UNKNOWN_TEAM: 'NOT_FOUND',
  UNKNOWN_KEY: 'NOT_FOUND',
  EXPIRY_NOT_AHEAD: 'INVALID_INPUT',
  BAD_NETWORK: 'INVALID_INPUT',
  BAD_CURSOR: 'INVALID_INPUT',
  KEY_NOT_ACTIVE: 'CONFLICT',
  KEY_ALREADY_ROTATED: 'CONFLICT',
  TOO_MANY_KEYS: 'CONFLICT',
};
const FIELDS: Partial<Record<AccountsErrorCode, string>> = {
  EXPIRY_NOT_AHEAD: 'expiresAt',
  BAD_NETWORK: 'allowedNetworks',
};

/** Any error as what the page is told. What is our fault is logged, and told without its cause. */
export function readError(error: unknown, logger: Logger): DashboardError {
  if (error instanceof DashboardError) return error;
  if (error instanceof AccountsError) {
    const code = CODES[error.code];
    const field = FIELDS[error.code];
    if (code !== undefined)
      return new DashboardError(code, error.message, field === undefined ? {} : { fields: { [field]: error.message } });
  }
  const refusal = readRefusal(error);
  if (refusal !== undefined) return refusal;
  logger.error({ err: error }, 'the dashboard could not answer');
  return isAway(error)
    ? new DashboardError('UNAVAILABLE', 'This cannot be answered now. Try again in a moment.', { retryAfterSeconds: 5 })
    : new DashboardError('INTERNAL_ERROR', 'Something went wrong here. It is on record; try again.');
}

/** What the HTTP server refuses by itself. */
function readRefusal(error: unknown): DashboardError | undefined {
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 413) return new DashboardError('TOO_LARGE', 'The request is too large.');
  if (statusCode === 404) return notFound();
  return new DashboardError('INVALID_INPUT', 'The request cannot be read.');
}

/** Through the auth library the database's error comes as the cause of another. */
function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (isDatabaseAway(at)) return true;
  return false;
}
