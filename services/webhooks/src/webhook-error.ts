export type WebhookErrorCode =
  | 'INVALID'
  | 'NOT_FOUND'
  | 'PLAN_LIMIT'
  | 'TOO_MANY'
  /** The caller already knows that this change was not made. */
  | 'SETTLED'
  | 'NOT_NOW';

/** Nothing was changed. The message is for the owner of the endpoint. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;
  readonly fields: Record<string, string> | undefined;

  constructor(code: WebhookErrorCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
    this.fields = fields;
  }
}
