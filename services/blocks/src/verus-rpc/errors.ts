/** `retryable`: the same call may succeed a little later. */
export abstract class VerusError extends Error {
  abstract readonly retryable: boolean;
  /** Never its URL, which may carry credentials. */
  readonly endpoint: string;

  constructor(endpoint: string, message: string, options?: ErrorOptions) {
    super(`${endpoint}: ${message}`, options);
    this.name = new.target.name;
    this.endpoint = endpoint;
  }
}

/** The daemon refused the call. Codes: docs/verus/rpc.md#calls-and-errors. */
export class VerusRpcError extends VerusError {
  readonly retryable: boolean = false;
  readonly code: number;
  readonly method: string;
  readonly rpcMessage: string;

  constructor(endpoint: string, method: string, code: number, rpcMessage: string) {
    super(endpoint, `${method} answered ${code}: ${rpcMessage}`);
    this.code = code;
    this.method = method;
    this.rpcMessage = rpcMessage;
  }
}

/** Code -28; the message names the part that the daemon loads. */
export class WarmingUpError extends VerusRpcError {
  override readonly retryable = true;
}

/** More requests wait than the daemon's -rpcworkqueue holds. */
export class WorkQueueError extends VerusError {
  readonly retryable = true;
}

/** HTTP 503: the daemon is shutting down. */
export class StoppingError extends VerusError {
  readonly retryable = true;
}

export class AuthenticationError extends VerusError {
  readonly retryable = false;
}

export class RpcTimeoutError extends VerusError {
  readonly retryable = true;
}

export class ConnectionError extends VerusError {
  readonly retryable = true;
}

export class MalformedResponseError extends VerusError {
  readonly retryable = true;
}

/** Longer than the caller wants to hold. */
export class TooLongAnswerError extends VerusError {
  readonly retryable = false;
}

export class NoEndpointError extends VerusError {
  readonly retryable = true;
  readonly causes: readonly Error[];

  constructor(chain: string, causes: readonly Error[]) {
    super(chain, `no endpoint answers: ${causes.map((cause) => cause.message).join('; ')}`);
    this.causes = causes;
  }
}

export class WrongChainError extends VerusError {
  readonly retryable = false;
}

const WARMING_UP = -28;

export function rpcError(endpoint: string, method: string, code: number, message: string): VerusRpcError {
  return code === WARMING_UP
    ? new WarmingUpError(endpoint, method, code, message)
    : new VerusRpcError(endpoint, method, code, message);
}
