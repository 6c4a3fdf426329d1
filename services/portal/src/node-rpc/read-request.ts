import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { RPC_CODES, RpcError } from './rpc-error.ts';

const CALLS_MAX = 100;

export interface AskedCall {
  readonly id: JsonValue;
  readonly isVersion2: boolean;
  /** JSON-RPC 2.0 answers no call without an id. */
  readonly isNotification: boolean;
  readonly method: string;
  readonly params: readonly JsonValue[];
  /** Height to read at: the member of a last parameter `{"asof": n}`. */
  readonly asOf: JsonValue | undefined;
  /** The call cannot be read. */
  readonly fault: RpcError | undefined;
}

export interface AskedCalls {
  readonly calls: readonly AskedCall[];
  readonly isBatch: boolean;
}

/** @throws RpcError for a body that is no request */
export function readRequest(body: string): AskedCalls {
  const value = parse(body);
  if (isJsonObject(value)) return { calls: [readCall(value)], isBatch: false };
  if (!Array.isArray(value)) throw new RpcError(RPC_CODES.parse, 'Top-level object parse error');
  if (value.length > CALLS_MAX) throw new RpcError(RPC_CODES.invalidRequest, `A batch has at most ${CALLS_MAX} calls.`);
  return { calls: value.map(readCall), isBatch: true };
}

/** verusd's words for each fault (rpc/server.cpp, JSONRequest::parse). */
function readCall(value: JsonValue): AskedCall {
  const request: JsonObject = isJsonObject(value) ? value : {};
  const { id = null, method, params = [], jsonrpc } = request;
  const isVersion2 = jsonrpc === '2.0';
  const { left, asOf } = takeAsOf(Array.isArray(params) ? params : []);
  return {
    id,
    isVersion2,
    isNotification: isVersion2 && request.id === undefined,
    method: typeof method === 'string' ? method : '',
    params: left,
    asOf,
    fault: findFault(value, method, params),
  };
}

function findFault(value: JsonValue, method: JsonValue | undefined, params: JsonValue): RpcError | undefined {
  const words = (): string | undefined => {
    if (!isJsonObject(value)) return 'Invalid Request object';
    if (method === undefined || method === null) return 'Missing method';
    if (typeof method !== 'string') return 'Method must be a string';
    return Array.isArray(params) || params === null ? undefined : 'Params must be an array';
  };
  const message = words();
  return message === undefined ? undefined : new RpcError(RPC_CODES.invalidRequest, message);
}

function takeAsOf(params: readonly JsonValue[]): { left: readonly JsonValue[]; asOf: JsonValue | undefined } {
  const last = params.at(-1);
  if (!isJsonObject(last) || Object.keys(last).join() !== 'asof') return { left: params, asOf: undefined };
  return { left: params.slice(0, -1), asOf: last.asof };
}

function parse(body: string): JsonValue {
  try {
    return parseLossless(body);
  } catch {
    // A text that is nested too deeply throws a RangeError.
    throw new RpcError(RPC_CODES.parse, 'Parse error');
  }
}
