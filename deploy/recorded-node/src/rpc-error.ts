/** The code decides the HTTP status. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const RPC_CODES = {
  MISC: -1,
  TYPE: -3,
  NOT_FOUND: -5,
  INVALID_PARAMETER: -8,
  DECODE: -22,
  TRANSACTION: -25,
  REJECTED: -26,
  ALREADY_IN_CHAIN: -27,
  WARMING_UP: -28,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INTERNAL: -32603,
  PARSE: -32700,
} as const;

export function wrongType(expected: 'a string' | 'an integer' | 'a boolean'): RpcError {
  return new RpcError(RPC_CODES.MISC, `JSON value is not ${expected} as expected`);
}
