/** The same request may succeed later. */
export class GatewayAway extends Error {}

/** A new connection would not change the reason. */
export class GatewayRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'GatewayRefusal';
    this.code = code;
  }
}
