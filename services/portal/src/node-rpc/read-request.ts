import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { RPC_CODES, RpcError } from './rpc-error.ts';

const CALLS_MAX = 100;
/** Printing an id again, or passing parameters on, takes some of the stack for each. */
const LEVELS_MAX = 100;

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
  readonly calls: readonly [AskedCall, ...AskedCall[]];
  readonly isBatch: boolean;
}

/** A body that is no request is one call with a fault: its key is checked first, and it pays. */
export function readRequest(body: string): AskedCalls {
  const value = parse(body);
  if (value === undefined) return refused(RPC_CODES.parse, 'Parse error');
  if (isJsonObject(value)) return { calls: [readCall(value)], isBatch: false };
  if (!Array.isArray(value)) return refused(RPC_CODES.parse, 'Top-level object parse error');
  if (value.length > CALLS_MAX) return refused(RPC_CODES.invalidRequest, `A batch has at most ${CALLS_MAX} calls.`);
  const [first, ...others] = value.map(readCall);
  if (first === undefined) return refused(RPC_CODES.invalidRequest, 'A batch has at least one call.');
  return { calls: [first, ...others], isBatch: true };
}

function refused(code: number, message: string): AskedCalls {
  return { calls: [{ ...readCall(null), fault: new RpcError(code, message) }], isBatch: false };
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

/** Undefined if the text is no JSON, or is nested too deeply. */
function parse(body: string): JsonValue | undefined {
  try {
    const value = parseLossless(body);
    return isDeeper(value, LEVELS_MAX) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
