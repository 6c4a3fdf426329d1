/** A refusal of a request, in the form of every error of the API. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which the same request may do better; undefined: it will not. */
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
