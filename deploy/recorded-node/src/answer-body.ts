import type { JsonParam } from './recorded-answers.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

type Json = string | Uint8Array;

export type AnswerCall = (method: string, params: readonly JsonParam[]) => Json;

export interface HttpAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

const HTTP_STATUS = new Map<number, number>([
  [RPC_CODES.INVALID_REQUEST, 400],
  [RPC_CODES.METHOD_NOT_FOUND, 404],
]);
const OTHER_ERROR_STATUS = 500;

/** @param refusal answer to every call, such as that of a starting node; else null */
export function answerBody(answer: AnswerCall, body: string, refusal: RpcError | null): HttpAnswer {
  let request: JsonParam;
  try {
    request = JSON.parse(body);
  } catch {
    return failed(new RpcError(RPC_CODES.PARSE, 'Parse error'), null);
  }
  if (Array.isArray(request)) {
    const replies = request.map((member) => {
      const reply = answerRequest(answer, member, refusal);
      return reply.error === undefined ? replyOf(reply.result, 'null', reply.id) : errorReply(reply.error, reply.id);
    });
    return json(200, ['[', ...replies.flatMap((reply, index) => (index === 0 ? reply : [',', ...reply])), ']\n']);
  }
  if (typeof request !== 'object' || request === null) {
    return failed(new RpcError(RPC_CODES.PARSE, 'Top-level object parse error'), null);
  }
  const reply = answerRequest(answer, request, refusal);
  if (reply.error !== undefined) return failed(reply.error, reply.id);
  return json(200, [...replyOf(reply.result, 'null', reply.id), '\n']);
}

type Reply = { id: JsonParam; error: RpcError } | { id: JsonParam; error?: undefined; result: Json };

function answerRequest(answer: AnswerCall, request: JsonParam, refusal: RpcError | null): Reply {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    return { id: null, error: new RpcError(RPC_CODES.INVALID_REQUEST, 'Invalid Request object') };
  }
  const { id = null, method, params = [] } = request;
  try {
    if (method === undefined || method === null) throw new RpcError(RPC_CODES.INVALID_REQUEST, 'Missing method');
    if (typeof method !== 'string') throw new RpcError(RPC_CODES.INVALID_REQUEST, 'Method must be a string');
    const list = params ?? [];
    if (!Array.isArray(list)) throw new RpcError(RPC_CODES.INVALID_REQUEST, 'Params must be an array');
    if (refusal !== null) throw refusal;
    return { id, result: answer(method, list) };
  } catch (error) {
    // Anything else is a bug of this node, which must not look like an answer of the daemon.
    if (!(error instanceof RpcError)) throw error;
    return { id, error };
  }
}

function failed(error: RpcError, id: JsonParam): HttpAnswer {
  return json(HTTP_STATUS.get(error.code) ?? OTHER_ERROR_STATUS, [...errorReply(error, id), '\n']);
}

function errorReply({ code, message }: RpcError, id: JsonParam): Json[] {
  return replyOf('null', JSON.stringify({ code, message }), id);
}

/** All three members are always in a reply, whatever the version of JSON-RPC. */
function replyOf(result: Json, error: string, id: JsonParam): Json[] {
  return ['{"result":', result, `,"error":${error},"id":${JSON.stringify(id)}}`];
}

function json(status: number, pieces: readonly Json[]): HttpAnswer {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  return { status, contentType: 'application/json', body: Buffer.concat(bytes) };
}
