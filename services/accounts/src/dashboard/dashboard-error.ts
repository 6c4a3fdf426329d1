import { ERROR_CODES, type ErrorCode } from './contract.ts';

const STATUSES = [400, 401, 403, 404, 409, 413, 429, 500, 503] as const;

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number };

/** The message is for the person at the page, and contains no internals. */
export class DashboardError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, { fields, retryAfterSeconds }: Details = {}) {
    super(message);
    this.name = 'DashboardError';
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): (typeof STATUSES)[number] {
    return STATUSES[ERROR_CODES.indexOf(this.code)] ?? 500;
  }
}

export function signedOut(): DashboardError {
  return new DashboardError('SIGNED_OUT', 'Sign in first.');
}

/** The same whatever the reason, so that guesses teach nothing. */
export function noSuchKey(): DashboardError {
  return new DashboardError('SIGNED_OUT', 'This is no key that works here and may manage its team.');
}

/** Also for things of other teams: the answer does not reveal that they exist. */
export function notFound(what = 'page'): DashboardError {
  return new DashboardError('NOT_FOUND', `There is no such ${what}.`);
}

export function forbidden(message = 'Your role in this team does not allow it.'): DashboardError {
  return new DashboardError('FORBIDDEN', message);
}
