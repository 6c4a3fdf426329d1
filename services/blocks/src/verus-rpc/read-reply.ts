import {
  isJsonObject,
  type JsonValue,
  LosslessNumber,
  parseLossless,
  parseLosslessList,
  stringifyLossless,
  type Unread,
} from '@ledgergraph/verus-protocol/lossless-json';
import {
  AuthenticationError,
  MalformedResponseError,
  rpcError,
  StoppingError,
  type VerusError,
  WorkQueueError,
} from './errors.ts';
import type { RpcMethod } from './rpc-methods.ts';

export interface RpcCall {
  method: RpcMethod;
  params: readonly unknown[];
}

export type RpcOutcome<Result = JsonValue> = { result: Result } | { error: VerusError };

const WORK_QUEUE = 'Work queue depth exceeded';
/** In the page of the daemon's HTTP server during shutdown; a proxy's page for 503 differs. */
const STOPPING = '<TITLE>503 Service Unavailable</TITLE>';

export interface RpcReply {
  status: number;
  body: string;
}

/** The daemon also puts errors into bodies of status 500, 404 and 400. @throws VerusError */
export function readReplyJson(endpoint: string, reply: RpcReply): JsonValue {
  return readBody(endpoint, reply, parseLossless);
}

function readBody<Value>(endpoint: string, { status, body }: RpcReply, parse: (body: string) => Value): Value {
  if (status === 503 && body.includes(STOPPING)) throw new StoppingError(endpoint, 'the node is stopping (HTTP 503)');
  if (status === 401) throw new AuthenticationError(endpoint, 'the node refuses the RPC user or password');
  if (body.startsWith(WORK_QUEUE)) throw new WorkQueueError(endpoint, WORK_QUEUE);
  try {
    return parse(body);
  } catch {
    throw new MalformedResponseError(endpoint, `HTTP ${status} with a body that is no JSON`);
  }
}

/** How verusd frames each result. */
const HEAD = '{"result":';
const TAIL = ',"error":null,"id":0}';

/**
 * As the daemon wrote it: parsing would lose repeated keys. A proxy's reply of another form is written again.
 * @throws VerusError
 */
export function readResultText(endpoint: string, call: RpcCall, reply: RpcReply): string {
  const text = reply.body.trimEnd();
  if (reply.status === 200 && text.startsWith(HEAD) && text.endsWith(TAIL)) {
    const result = text.slice(HEAD.length, -TAIL.length);
    if (isJson(result)) return result;
  }
  const outcome = readOutcome(endpoint, call, readReplyJson(endpoint, reply));
  if ('error' in outcome) throw outcome.error;
  return stringifyLossless(outcome.result);
}

function isJson(text: string): boolean {
  try {
    parseLossless(text);
    return true;
  } catch {
    return false;
  }
}

/** Gateways omit `result` on errors, verusd writes null. */
export function readOutcome(endpoint: string, call: RpcCall, reply: JsonValue | undefined): RpcOutcome {
  if (reply === undefined || !isJsonObject(reply)) return { error: malformed(endpoint, call, 'no reply object') };
  const { error, result } = reply;
  if (error !== undefined && error !== null) {
    if (!isJsonObject(error) || !(error.code instanceof LosslessNumber)) {
      return { error: malformed(endpoint, call, 'an error without a code') };
    }
    const code = Number(error.code.value);
    // An int of the daemon, and kept as one.
    if ((code | 0) !== code) return { error: malformed(endpoint, call, 'an error whose code is no int') };
    const message = typeof error.message === 'string' ? error.message : '';
    return { error: rpcError(endpoint, call.method, code, message) };
  }
  if (result === undefined) return { error: malformed(endpoint, call, 'neither result nor error') };
  return { result };
}

/**
 * @param read converts each result before the next one is parsed, which saves most of the memory; must not throw
 * @param unread members that `read` does not use
 * @throws VerusError when the whole batch was answered with an error
 */
export function readBatch<Result>(
  endpoint: string,
  calls: readonly RpcCall[],
  reply: RpcReply,
  read: (result: JsonValue) => Result,
  unread?: Unread,
): RpcOutcome<Result>[] {
  const answer = readBody(endpoint, reply, (body) =>
    parseLosslessList(
      body,
      (element, index): RpcOutcome<Result> | undefined => {
        const call = calls[index];
        if (call === undefined) return undefined;
        const outcome = readOutcome(endpoint, call, element);
        return 'error' in outcome ? outcome : { result: read(outcome.result) };
      },
      unread && new Map([['result', unread]]),
    ),
  );
  if ('value' in answer) {
    const first = calls[0];
    const outcome = first === undefined ? undefined : readOutcome(endpoint, first, answer.value);
    if (outcome !== undefined && 'error' in outcome) throw outcome.error;
    throw new MalformedResponseError(endpoint, 'a batch was not answered by a list');
  }
  const outcomes = answer.elements.filter((outcome) => outcome !== undefined);
  if (answer.elements.length !== calls.length) {
    throw new MalformedResponseError(endpoint, 'a batch was answered in part');
  }
  return outcomes;
}

function malformed(endpoint: string, call: RpcCall, what: string): MalformedResponseError {
  return new MalformedResponseError(endpoint, `${call.method}: ${what}`);
}
