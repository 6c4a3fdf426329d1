import { faultIds } from '@ledgergraph/service-kit/http/send-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exposing, sendPreflight } from '#/gateway/cross-origin.ts';
import { type Caller, callerOf, type GatewayClient } from '#/gateway/gateway-client.ts';
import { passedOn } from '#/gateway/read-fault.ts';
import { Refusal } from '#/http/refusal.ts';
import { FeedConcurrency } from './feed-concurrency.ts';
import { FeedReader, type FeedReaderOptions, type ReadFeed } from './feed-reader.ts';
import { FEEDS } from './feeds.ts';
import { OpenFeeds, type OpenFeedsOptions, ofPage, withoutKey } from './open-feeds.ts';
import { type FeedPath, readEndpoint } from './read-endpoint.ts';

export interface FeedRouteOptions extends FeedReaderOptions, OpenFeedsOptions {
  gateway: Pick<GatewayClient, 'ask' | 'preflight'>;
  feedReadMs?: number | undefined;
}

/** The second one ends with the value of a parameter. */
const URLS = ['/feeds/:feed/:chain/:endpoint', '/feeds/:feed/:chain/:endpoint/*'];
const JSON_TYPE = 'application/json; charset=utf-8';
const ANSWER_BYTES = 1024 * 1024;
/** The answer stays in memory until then. */
const READ_MS = 60_000;
const READABLE = 'x-feed-block-hash, x-feed-block-height, x-feed-chain-id, x-feed-next-cursor';

const ONLY_GET = new Refusal(405, 'BAD_REQUEST', 'A feed takes GET and HEAD.', undefined, { allow: 'GET, HEAD' });
const TOO_MANY = new Refusal(429, 'RATE_LIMITED', 'Too many feeds are being read. Try again when one has finished.', 1);

type FeedRequest = FastifyRequest<{ Params: FeedPath }>;
type Headers = Readonly<Record<string, string>>;
type Shared = FeedRouteOptions & { concurrency: FeedConcurrency; open: OpenFeeds };

export function addFeedRoutes(server: FastifyInstance, options: FeedRouteOptions): void {
  const shared = { ...options, concurrency: new FeedConcurrency(), open: new OpenFeeds(options) };
  for (const url of URLS) {
    server.route<{ Params: FeedPath }>({
      url,
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      // No feed has a body, and Fastify would read one.
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

async function takeRequest(request: FeedRequest, reply: FastifyReply, shared: Shared): Promise<void> {
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  // An unread body would stand before the next request of its connection.
  if (!isRead) reply.header('connection', 'close');
  try {
    if (!isRead && method !== 'OPTIONS') throw ONLY_GET;
    await answer(request, reply, shared);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendRefusal(request, reply, error);
  }
  const timer = setTimeout(() => reply.raw.destroy(), shared.feedReadMs ?? READ_MS).unref();
  reply.raw.once('close', () => clearTimeout(timer));
}

/** Taken before anything is waited for, and given back once the client has the answer. */
async function answer(request: FeedRequest, reply: FastifyReply, shared: Shared): Promise<void> {
  const caller = callerOf(request, reply);
  const { network } = caller.client;
  const isOpen = caller.authorization === undefined && shared.open.areOpen && request.method !== 'OPTIONS';
  const limited = isOpen ? shared.open.limit(network) : undefined;
  if (limited !== undefined) throw limited;
  holdUntilRead(
    reply,
    isOpen ? shared.concurrency.enterOpen(network) : shared.concurrency.enter(network, caller.authorization),
  );
  if (request.method === 'OPTIONS') return sendPreflight(caller, reply, shared.gateway);
  try {
    await answerCaller(caller, isOpen, { request, reply }, shared);
  } catch (error) {
    throw isOpen && error instanceof Refusal ? withoutKey(error) : error;
  }
}

async function answerCaller(
  caller: Caller,
  isOpen: boolean,
  { request, reply }: { request: FeedRequest; reply: FastifyReply },
  shared: Shared,
): Promise<void> {
  const { chain } = request.params;
  const network = isOpen ? caller.client.network : undefined;
  const { reader, opened } = isOpen ? await shared.open.open(caller, chain) : await openFor(caller, shared);
  const headers = passedOn(opened.headers);
  try {
    const asked = readEndpoint(request.params, request.url);
    holdUntilRead(reply, shared.concurrency.hold(opened.teamId ?? '', asked.endpoint.bytes ?? ANSWER_BYTES, network));
    const read = await reader.read(asked, chain, opened);
    const paid = passedOn((await reader.pay()).headers);
    sendAnswer(reply, read, isOpen ? ofPage(paid) : paid);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message, retryAfterS } = error;
    throw new Refusal(status, code, message, retryAfterS, { ...headers, ...error.headers });
  }
}

async function openFor(caller: Caller, shared: Shared) {
  const reader = new FeedReader(shared, caller);
  return { reader, opened: await reader.open() };
}

/** @throws Refusal where there is no room */
function holdUntilRead({ raw }: FastifyReply, giveBack: (() => void) | undefined): void {
  if (giveBack === undefined) throw TOO_MANY;
  if (raw.destroyed) giveBack();
  else raw.once('close', giveBack);
}

function sendAnswer(reply: FastifyReply, { answer: given, block }: ReadFeed, headers: Headers): void {
  const { body, contentType = JSON_TYPE, nextCursor } = given;
  reply.code(200).headers({
    ...exposing(headers, READABLE),
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-feed-chain-id': block.chainId,
    'x-feed-block-height': String(block.height),
    'x-feed-block-hash': block.hash,
    ...(nextCursor != null && { 'x-feed-next-cursor': nextCursor }),
  });
  reply.send(body);
}

function sendRefusal({ id, params }: FeedRequest, reply: FastifyReply, refusal: Refusal): void {
  const { status, code, message, retryAfterS, headers } = refusal;
  const members = FEEDS.get(params.feed)?.errorMembers?.(message) ?? {};
  const wait = retryAfterS === undefined ? {} : { retryAfter: retryAfterS };
  const extensions = { code, ...wait, ...(status >= 500 && faultIds(id)) };
  reply.code(status).headers({
    ...headers,
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
  });
  reply.send(`${JSON.stringify({ ...members, errors: [{ message, extensions }] })}\n`);
}
