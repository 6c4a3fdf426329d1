import { type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import type { Caller, GatewayClient } from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { Refusal } from '#/http/refusal.ts';
import { CallReader, type CallRoom, type ChainNames } from './call-reader.ts';
import type { Json } from './json.ts';
import { type Answer, type Call, ListInObject, type Method } from './method.ts';
import type { AskedCall } from './read-request.ts';
import { refuseMethod } from './refused-methods.ts';
import { invalidParameter, RPC_CODES, RpcError } from './rpc-error.ts';

export interface CallSetting {
  gateway: Pick<GatewayClient, 'ask'>;
  caller: Caller;
  chain: string;
  /** Text of the header; undefined: the latest block. */
  height: string | undefined;
  names: ChainNames;
  methods: ReadonlyMap<string, Method>;
  room: CallRoom;
}

export interface CallOutcome {
  readonly asked: AskedCall;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly result: Answer;
  readonly error: { readonly code: number; readonly message: string } | null;
}

/** Never fails: a fault of ours is an error of the call. @param onFault gets those */
export async function settleCall(
  asked: AskedCall,
  setting: CallSetting,
  onFault: (error: unknown) => void,
): Promise<CallOutcome> {
  setting.room.beginCall();
  const height = readHeight(asked.asOf === undefined ? setting.height : asked.asOf);
  const reader = new CallReader({ ...setting, params: asked.params, height });
  try {
    const method = methodOf(asked, setting.methods, height);
    const result = method instanceof RpcError ? method : await run(method, reader);
    // A key that does not work learns nothing, and a refused call takes its part of the second.
    await reader.pay();
    if (result instanceof RpcError) throw result;
    return { asked, status: 200, headers: reader.headers, result, error: null };
  } catch (error) {
    const { status, headers, code, message } = describe(error, onFault, setting.caller.requestId);
    return { asked, status, headers: { ...reader.headers, ...headers }, result: null, error: { code, message } };
  }
}

function methodOf(
  { fault, method }: AskedCall,
  methods: CallSetting['methods'],
  height: number | undefined,
): Method | RpcError {
  if (fault !== undefined) return fault;
  if (Number.isNaN(height)) return invalidParameter('The height to read at must be a whole number.');
  return methods.get(method) ?? refuseMethod(method);
}

/** Once more where a reorganisation removed the block before anything was sent. */
async function run(method: Method, reader: CallReader): Promise<Answer | RpcError> {
  try {
    return await start(method, reader);
  } catch (error) {
    if (error instanceof RpcError) return error;
    if (!(error instanceof ReadFault && error.code === 'CHAIN_REORGANIZED')) throw error;
    reader.startAgain();
    return start(method, reader);
  }
}

/** The first value of a list is read before its head is sent, so that most errors come as errors. */
async function start(method: Method, call: Call): Promise<Answer> {
  const answer = await method.run(call);
  if (answer instanceof ListInObject)
    return new ListInObject(answer.name, await withFirst(answer.values), answer.others);
  return isStream(answer) ? withFirst(answer) : answer;
}

export function isStreamed(answer: Answer): answer is AsyncIterable<Json> | ListInObject {
  return answer instanceof ListInObject || isStream(answer);
}

function isStream(answer: Answer): answer is AsyncIterable<Json> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

async function withFirst(values: AsyncIterable<Json>): Promise<AsyncIterable<Json>> {
  const iterator = values[Symbol.asyncIterator]();
  let next: IteratorResult<Json> | undefined = await iterator.next();
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const first = next ?? (await iterator.next());
        next = undefined;
        return first;
      },
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}

/** NaN if it is no height. */
function readHeight(value: JsonValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = value instanceof LosslessNumber ? value.value : value;
  return typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}

type Described = Pick<CallOutcome, 'status' | 'headers'> & { code: number; message: string };

export function describe(error: unknown, onFault: (error: unknown) => void, requestId: string): Described {
  if (error instanceof RpcError) return { status: error.status, headers: {}, code: error.code, message: error.message };
  if (!(error instanceof Refusal)) {
    onFault(error);
    return { status: 500, headers: {}, code: RPC_CODES.internal, message: `Internal error. Request ${requestId}.` };
  }
  const { status, message, retryAfterS, headers } = error;
  const wait = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer, Basic realm="jsonrpc"' } : {};
  return { status, headers: { ...headers, ...wait, ...challenge }, code: codeOf(status), message };
}

function codeOf(status: number): number {
  if (status === 401 || status === 403) return RPC_CODES.unauthorized;
  if (status === 429) return RPC_CODES.limitReached;
  if (status === 503 || status === 409) return RPC_CODES.inWarmup;
  return status >= 500 ? RPC_CODES.internal : RPC_CODES.invalidParameter;
}
