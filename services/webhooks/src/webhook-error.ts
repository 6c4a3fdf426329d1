export type WebhookErrorCode =
  | 'INVALID'
  | 'NOT_FOUND'
  | 'PLAN_LIMIT'
  /** The team does too much of this at once; a moment later it may do it. */
  | 'TOO_MANY'
  /** The caller already has the answer that this change was not made. */
  | 'SETTLED'
  | 'NOT_NOW';

/** The request cannot be carried out, and nothing was changed. The message is for the owner of the endpoint. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;
  /** Problem of each member of the input. */
  readonly fields: Record<string, string> | undefined;

  constructor(code: WebhookErrorCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
    this.fields = fields;
  }
}
