export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Undefined if the same request will not do better later. */
  readonly retryAfterS: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfterS?: number,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterS = retryAfterS;
    this.headers = headers;
  }
}
