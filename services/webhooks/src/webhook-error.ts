import { Code, ConnectError } from '@connectrpc/connect';

const CODES = {
  INVALID: Code.InvalidArgument,
  NOT_FOUND: Code.NotFound,
  PLAN_LIMIT: Code.ResourceExhausted,
  /** The team does too much of this at once; a moment later it may do it. */
  TOO_MANY: Code.Aborted,
  /** The caller already has the answer that this change was not made. */
  SETTLED: Code.Aborted,
  NOT_NOW: Code.Unavailable,
} as const;

export type WebhookErrorCode = keyof typeof CODES;

/** The request cannot be carried out, and nothing was changed. The message is for the owner of the endpoint. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
  }

  toConnectError(): ConnectError {
    return new ConnectError(this.message, CODES[this.code]);
  }
}
