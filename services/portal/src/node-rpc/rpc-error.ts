/** Codes of verusd (its rpc/protocol.h), and two of ours. */
export const RPC_CODES = {
  misc: -1,
  type: -3,
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  deserialization: -22,
  /** verusd has it while it starts. Here it means that the same call may do better later. */
  inWarmup: -28,
  /** The key is missing, does not work, or may not do this. */
  unauthorized: -32_001,
  /** A rate or the month's quota is used up. */
  limitReached: -32_005,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  internal: -32_603,
  parse: -32_700,
} as const;

const STATUSES: ReadonlyMap<number, number> = new Map([
  [RPC_CODES.invalidRequest, 400],
  [RPC_CODES.methodNotFound, 404],
]);

/** An error that the call answers, as verusd would. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return STATUSES.get(this.code) ?? 500;
  }
}

/** For a wrong number of parameters, and for most wrong types. */
export function misused(message: string): RpcError {
  return new RpcError(RPC_CODES.misc, message);
}

export function invalidParameter(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidParameter, message);
}

export function invalidAddressOrKey(message: string): RpcError {
  return new RpcError(RPC_CODES.invalidAddressOrKey, message);
}
