import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from '@ledgergraph/service-kit/http/bearer-of';
import { gatherBody } from '@ledgergraph/service-kit/http/gather-body';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sendPreflight } from '#/gateway/cross-origin.ts';
import { type Caller, callerOf, type GatewayClient } from '#/gateway/gateway-client.ts';
import { Refusal } from '#/http/refusal.ts';
import { SendingEnded } from '#/http/write-out.ts';
import { CallReader, type ChainNames } from './call-reader.ts';
import { writeJson } from './json.ts';
import { type AskedCall, type AskedCalls, readRequest } from './read-request.ts';
import { RPC_BODY_BYTES_MAX, RpcConcurrency, type RpcRoom } from './rpc-concurrency.ts';
import { outcomePieces, outcomeText, sendPieces } from './send-outcomes.ts';
import { type CallOutcome, type CallSetting, describe, isStreamed, settleCall } from './settle-call.ts';

const HEIGHT_HEADER = 'x-ledgergraph-height';
const JSON_TYPE = 'application/json; charset=utf-8';
/** A client may leave bytes unread for this long, and its body unsent. */
const BLOCKED_MAX_MS = 60_000;
const NAMES_MAX = 1_000;

const ONLY_POST = new Refusal(405, 'BAD_REQUEST', 'The JSON-RPC API takes POST.', undefined, { allow: 'POST' });
const TOO_MANY = new Refusal(429, 'RATE_LIMITED', 'Too many calls are running. Try again when one has ended.', 1);
const TOO_LARGE = new Refusal(413, 'BAD_REQUEST', `A body has at most ${RPC_BODY_BYTES_MAX} bytes.`);
const CUT_SHORT = new Refusal(400, 'BAD_REQUEST', 'The body did not come whole.');

export interface RpcRouteOptions {
  gateway: Pick<GatewayClient, 'ask' | 'preflight'>;
  rpcBlockedMaxMs?: number | undefined;
  logger: Logger;
}

type RpcRequest = FastifyRequest<{ Params: { chain: string } }>;
type Shared = RpcRouteOptions & { concurrency: RpcConcurrency; names: ChainNames };

/** POST /rpc/<chain>: verusd's own API (docs/node-rpc.md). */
export function addRpcRoute(server: FastifyInstance, options: RpcRouteOptions): void {
  const names: ChainNames = new LRUCache({ max: NAMES_MAX });
  const shared = { ...options, concurrency: new RpcConcurrency(), names };
  for (const url of ['/rpc/:chain', '/rpc/:chain/']) {
    server.route<{ Params: { chain: string } }>({
      url,
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      // Before Fastify would read the body.
      onRequest: async (request, reply) => {
        await takeRequest(request, reply, shared);
        return reply;
      },
      handler: async () => {
        throw new Error('the request was answered before');
      },
    });
  }
}

/** Nothing is read before there is a place. */
async function takeRequest(request: RpcRequest, reply: FastifyReply, shared: Shared): Promise<void> {
  const { raw } = reply;
  raw.on('error', () => {});
  const blockedMaxMs = shared.rpcBlockedMaxMs ?? BLOCKED_MAX_MS;
  const authorization = bearerOf(request.headers.authorization);
  const caller: Caller = { ...callerOf(request, reply), authorization };
  const bytes = bodyBytes(request.headers);
  const room = bytes > RPC_BODY_BYTES_MAX ? undefined : shared.concurrency.enter(caller, bytes);
  if (raw.destroyed) room?.leave();
  else raw.once('close', () => room?.leave());
  try {
    if (request.method === 'OPTIONS') return await sendPreflight(caller, reply, shared.gateway);
    if (request.method !== 'POST') throw ONLY_POST;
    if (bytes > RPC_BODY_BYTES_MAX) throw TOO_LARGE;
    if (room === undefined) throw TOO_MANY;
    const asked = readRequest(await readBody(request, bytes, blockedMaxMs));
    await answer(asked, settingOf(request, caller, shared, room), { reply, blockedMaxMs, ...shared });
  } catch (error) {
    if (raw.headersSent || raw.destroyed) return endShort(request, reply, error, shared.logger);
    sendFault(request, reply, error, shared.logger);
  }
  const timer = setTimeout(() => raw.destroy(), blockedMaxMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

function settingOf(request: RpcRequest, caller: Caller, { gateway, names }: Shared, room: RpcRoom): CallSetting {
  const height = request.headers[HEIGHT_HEADER];
  return {
    gateway,
    caller,
    names,
    chain: request.params.chain,
    height: height === undefined ? undefined : String(height),
    hold: (bytes) => {
      if (!room.holdAnswer(bytes)) throw TOO_MANY;
    },
  };
}

interface Way {
  reply: FastifyReply;
  blockedMaxMs: number;
  logger: Logger;
}

async function answer({ calls, isBatch }: AskedCalls, setting: CallSetting, way: Way): Promise<void> {
  const { reply, logger, blockedMaxMs } = way;
  const { requestId } = setting.caller;
  const settle = (call: AskedCall): Promise<CallOutcome> =>
    settleCall(call, setting, (err) => logger.error({ err, requestId }, 'a call of the node API failed'));
  if (isBatch) {
    const headers = await openBatch(setting);
    reply.hijack();
    writeHead(reply, 200, headers);
    return sendPieces(reply.raw, batchPieces(calls, settle), blockedMaxMs);
  }
  const [call] = calls;
  if (call === undefined) return;
  const outcome = await settle(call);
  if (call.isNotification) return void reply.code(204).headers(outcome.headers).send();
  if (!isStreamed(outcome.result)) return sendText(reply, outcome.status, outcome.headers, outcomeText(outcome));
  reply.hijack();
  writeHead(reply, outcome.status, outcome.headers);
  await sendPieces(reply.raw, outcomePieces(outcome), blockedMaxMs);
}

/** A key that does not work is refused as a whole. @throws Refusal */
async function openBatch(setting: CallSetting): Promise<Record<string, string>> {
  const reader = new CallReader({ ...setting, params: [], height: undefined });
  await reader.open();
  return reader.headers;
}

async function* batchPieces(
  calls: readonly AskedCall[],
  settle: (call: AskedCall) => Promise<CallOutcome>,
): AsyncGenerator<string, void, void> {
  let separator = '[';
  for (const call of calls) {
    const outcome = await settle(call);
    if (call.isNotification) continue;
    yield separator;
    separator = ',';
    yield* outcomePieces(outcome);
  }
  yield separator === '[' ? '[]' : ']';
}

function sendFault({ id }: RpcRequest, reply: FastifyReply, error: unknown, logger: Logger): void {
  const onFault = (err: unknown): void => logger.error({ err, requestId: id }, 'a request of the node API failed');
  const { status, headers, code, message } = describe(error, onFault, id);
  // The unread rest of a body would stand before the next request of its connection.
  if (!reply.request.raw.complete) reply.header('connection', 'close');
  sendText(reply, status, headers, writeJson({ result: null, error: { code, message }, id: null }));
}

function sendText(reply: FastifyReply, status: number, headers: CallOutcome['headers'], text: string): void {
  reply
    .code(status)
    .headers({ ...headers, 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
    .send(`${text}\n`);
}

function writeHead(reply: FastifyReply, status: number, headers: CallOutcome['headers']): void {
  const kept = reply.getHeaders() as Record<string, string>;
  reply.raw.writeHead(status, { ...kept, ...headers, 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
}

function endShort({ id }: RpcRequest, { raw }: FastifyReply, error: unknown, logger: Logger): void {
  const isExpected = raw.destroyed || error instanceof SendingEnded || error instanceof Refusal;
  if (isExpected) logger.info({ requestId: id, reason: String(error) }, 'an answer of the node API was cut');
  else logger.error({ err: error, requestId: id }, 'an answer of the node API failed');
  // Under HTTP/1.0 only a reset shows that something is missing.
  if (raw.chunkedEncoding) raw.destroy();
  else raw.socket?.resetAndDestroy();
}

function bodyBytes(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : RPC_BODY_BYTES_MAX;
}

/** @throws Refusal */
async function readBody({ raw }: RpcRequest, bytes: number, waitMs: number): Promise<string> {
  const timer = setTimeout(() => raw.destroy(), waitMs).unref();
  try {
    const body = await gatherBody(raw, bytes, () => TOO_LARGE);
    if (body === undefined) throw CUT_SHORT;
    if (body instanceof Refusal) throw body;
    return body.toString();
  } finally {
    clearTimeout(timer);
  }
}
