import { bearerOf } from '@ledgergraph/service-kit/http/bearer-of';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sendPreflight } from '#/gateway/cross-origin.ts';
import { callerOf, type GatewayClient } from '#/gateway/gateway-client.ts';
import { Refusal } from '#/http/refusal.ts';
import { SendingEnded } from '#/http/write-out.ts';
import { CallReader, type ChainNames } from './call-reader.ts';
import { writeJson } from './json.ts';
import type { Method } from './method.ts';
import { METHODS } from './methods/methods.ts';
import { readBody } from './read-body.ts';
import { type AskedCall, type AskedCalls, readRequest } from './read-request.ts';
import { RpcConcurrency } from './rpc-concurrency.ts';
import { batchPieces, outcomePieces, outcomeText, sendPieces } from './send-outcomes.ts';
import { type CallOutcome, type CallSetting, describe, isStreamed, settleCall } from './settle-call.ts';

const HEIGHT_HEADER = 'x-ledgergraph-height';
const JSON_TYPE = 'application/json; charset=utf-8';
/** A client may leave bytes unread for this long. */
const BLOCKED_MAX_MS = 60_000;
const NAMES_MAX = 1_000;

const ONLY_POST = new Refusal(405, 'BAD_REQUEST', 'The JSON-RPC API takes POST.', undefined, { allow: 'POST' });

export interface RpcRouteOptions {
  gateway: Pick<GatewayClient, 'ask' | 'preflight'>;
  rpcBlockedMaxMs?: number | undefined;
  rpcMethods?: ReadonlyMap<string, Method> | undefined;
  logger: Logger;
}

type RpcRequest = FastifyRequest<{ Params: { chain: string } }>;
type Shared = RpcRouteOptions & { concurrency: RpcConcurrency; names: ChainNames };
type Settle = (call: AskedCall) => Promise<CallOutcome>;

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

async function takeRequest(request: RpcRequest, reply: FastifyReply, shared: Shared): Promise<void> {
  const { raw } = reply;
  raw.on('error', () => {});
  const blockedMaxMs = shared.rpcBlockedMaxMs ?? BLOCKED_MAX_MS;
  try {
    await answerRequest(request, reply, { ...shared, rpcBlockedMaxMs: blockedMaxMs });
  } catch (error) {
    if (raw.headersSent) return endShort(request, reply, error, shared.logger);
    if (!raw.destroyed) sendFault(request, reply, error, shared.logger);
  }
  const timer = setTimeout(() => raw.destroy(), blockedMaxMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

type Answering = Shared & { rpcBlockedMaxMs: number };

/** Nothing is read before there is a place. @throws Refusal */
async function answerRequest(request: RpcRequest, reply: FastifyReply, shared: Answering): Promise<void> {
  const { gateway, names, concurrency, logger, rpcBlockedMaxMs } = shared;
  const { method, headers, params, client, id: requestId } = request;
  const caller = { ...callerOf(request, reply), authorization: bearerOf(headers.authorization) };
  if (method === 'OPTIONS') return sendPreflight(caller, reply, gateway);
  if (method !== 'POST') throw ONLY_POST;
  const room = concurrency.enter(client);
  if (reply.raw.destroyed) room.leave();
  else reply.raw.once('close', () => room.leave());
  const height = headers[HEIGHT_HEADER];
  const setting: CallSetting = {
    gateway,
    caller,
    names,
    chain: params.chain,
    height: height === undefined ? undefined : String(height),
    methods: shared.rpcMethods ?? METHODS,
    room,
  };
  const admit = async (): Promise<void> => {
    if (client.teamId === undefined) await new CallReader({ ...setting, params: [], height: undefined }).open();
  };
  const asked = readRequest(await readBody(request.raw, room, admit));
  const settle: Settle = (call) =>
    settleCall(call, setting, (err) => logger.error({ err, requestId }, 'a call of the node API failed'));
  await answer(asked, settle, reply, rpcBlockedMaxMs);
}

/** A batch whose first call shows that the key does not work is refused as a whole. */
async function answer(asked: AskedCalls, settle: Settle, reply: FastifyReply, blockedMaxMs: number): Promise<void> {
  const { calls, isBatch } = asked;
  const [call, ...others] = calls;
  const first = await settle(call);
  const isSilent = first.status !== 401 && calls.every(({ isNotification }) => isNotification);
  if (isSilent) {
    for (const other of others) await settle(other);
    reply.code(204).headers(first.headers).send();
  } else if (first.status === 401 || (!isBatch && !isStreamed(first.result)))
    sendText(reply, first.status, first.headers, outcomeText(first));
  else {
    const pieces = isBatch ? batchPieces(outcomesOf(first, others, settle)) : outcomePieces(first);
    await sendPieces(reply.raw, pieces, () => writeHead(reply, first.headers), blockedMaxMs);
  }
}

async function* outcomesOf(
  first: CallOutcome,
  others: readonly AskedCall[],
  settle: Settle,
): AsyncGenerator<CallOutcome, void, void> {
  yield first;
  for (const call of others) yield await settle(call);
}

function sendFault(request: RpcRequest, reply: FastifyReply, error: unknown, logger: Logger): void {
  const { id } = request;
  const onFault = (err: unknown): void => logger.error({ err, requestId: id }, 'a request of the node API failed');
  const { status, headers, code, message } = describe(error, onFault, id);
  // The rest of a body is dropped as it comes: a connection that ends would take the refusal along.
  request.raw.resume();
  sendText(reply, status, headers, writeJson({ result: null, error: { code, message }, id: null }));
}

function sendText(reply: FastifyReply, status: number, headers: CallOutcome['headers'], text: string): void {
  reply
    .code(status)
    .headers({ ...headers, 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
    .send(`${text}\n`);
}

function writeHead(reply: FastifyReply, headers: CallOutcome['headers']): void {
  reply.hijack();
  const kept = reply.getHeaders() as Record<string, string>;
  reply.raw.writeHead(200, { ...kept, ...headers, 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
}

function endShort({ id }: RpcRequest, { raw }: FastifyReply, error: unknown, logger: Logger): void {
  const isExpected = raw.destroyed || error instanceof SendingEnded || error instanceof Refusal;
  if (isExpected) logger.info({ requestId: id, reason: String(error) }, 'an answer of the node API was cut');
  else logger.error({ err: error, requestId: id }, 'an answer of the node API failed');
  // Under HTTP/1.0 only a reset shows that something is missing.
  if (raw.chunkedEncoding) raw.destroy();
  else raw.socket?.resetAndDestroy();
}
