/** The gateway cannot answer at the moment: the same request may do better later. */
export class GatewayAway extends Error {}

/** The gateway refuses the request, or has ended a stream for a reason that a new connection does not change. */
export class GatewayRefusal extends Error {
  /** A code of the public API, such as QUOTA_EXCEEDED. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'GatewayRefusal';
    this.code = code;
  }
}
