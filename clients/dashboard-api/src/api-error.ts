import type { ErrorCode } from './generated/contract.ts';

export type ProblemCode = ErrorCode | 'UNREACHABLE';

export interface ProblemDetails {
  fields?: Record<string, string> | undefined;
  retryAfter?: number | undefined;
}

/** The message is for people. */
export class ApiError extends Error {
  readonly code: ProblemCode;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, message: string, { fields, retryAfter }: ProblemDetails = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = fields ?? {};
    this.retryAfter = retryAfter;
  }
}

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'INVALID_INPUT',
  401: 'SIGNED_OUT',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  422: 'INVALID_INPUT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
};

export function codeOfStatus(status: number): ErrorCode {
  return BY_STATUS[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID_INPUT');
}

export const GENERAL_MESSAGES: Record<ProblemCode, string> = {
  INVALID_INPUT: 'Something in this form cannot be accepted.',
  SIGNED_OUT: 'You are signed out. Sign in again to go on.',
  FORBIDDEN: 'Your role in this team does not allow this.',
  NOT_FOUND: 'This does not exist, or no longer.',
  CONFLICT: 'Somebody changed this meanwhile. Look again, then retry.',
  TOO_LARGE: 'This is too long to be accepted.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment, then try again.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
  UNAVAILABLE: 'The server is not ready. It usually is again within seconds.',
  UNREACHABLE: 'The server cannot be reached. Check your connection.',
};

export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && ['UNAVAILABLE', 'UNREACHABLE'].includes(error.code);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SIGNED_OUT';
}

/** The text for an unknown error reveals no internals. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : GENERAL_MESSAGES.INTERNAL_ERROR;
}
