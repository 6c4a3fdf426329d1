import { isJsonObject, type JsonValue, LosslessNumber, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { AuthenticationError, MalformedResponseError, rpcError, type VerusError, WorkQueueError } from './errors.ts';

export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

/** One call's outcome inside a batch. */
export type RpcOutcome = { result: JsonValue } | { error: VerusError };

const WORK_QUEUE = 'Work queue depth exceeded';

/** The JSON of an HTTP answer; the daemon puts its errors into bodies of status 500, 404 and 400 too. @throws VerusError */
export function readReplyJson(endpoint: string, status: number, body: string): JsonValue {
  if (status === 401) throw new AuthenticationError(endpoint, 'the node refuses the RPC user or password');
  if (body.startsWith(WORK_QUEUE)) throw new WorkQueueError(endpoint, WORK_QUEUE);
  try {
    return parseLossless(body);
  } catch {
    throw new MalformedResponseError(endpoint, `HTTP ${status} with a body that is no JSON`);
  }
}

/** The outcome a reply object holds. Gateways leave `result` out on errors, verusd writes null. */
export function readOutcome(endpoint: string, call: RpcCall, reply: JsonValue | undefined): RpcOutcome {
  if (reply === undefined || !isJsonObject(reply)) return { error: malformed(endpoint, call, 'no reply object') };
  const { error, result } = reply;
  if (error !== undefined && error !== null) {
    if (!isJsonObject(error) || !(error.code instanceof LosslessNumber)) {
      return { error: malformed(endpoint, call, 'an error without a code') };
    }
    const message = typeof error.message === 'string' ? error.message : '';
    return { error: rpcError(endpoint, call.method, Number(error.code.value), message) };
  }
  if (result === undefined) return { error: malformed(endpoint, call, 'neither result nor error') };
  return { result };
}

/** Outcomes of a batch in the order of its calls. @throws VerusError when the batch was answered as a whole with an error */
export function readBatch(endpoint: string, calls: readonly RpcCall[], reply: JsonValue): RpcOutcome[] {
  const first = calls[0];
  if (!Array.isArray(reply)) {
    const outcome = first === undefined ? undefined : readOutcome(endpoint, first, reply);
    if (outcome !== undefined && 'error' in outcome) throw outcome.error;
    throw new MalformedResponseError(endpoint, 'a batch was not answered by a list');
  }
  if (reply.length !== calls.length) throw new MalformedResponseError(endpoint, 'a batch was answered in part');
  return calls.map((call, index) => readOutcome(endpoint, call, reply[index]));
}

function malformed(endpoint: string, call: RpcCall, what: string): MalformedResponseError {
  return new MalformedResponseError(endpoint, `${call.method}: ${what}`);
}
