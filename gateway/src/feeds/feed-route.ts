import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import { openCall, payCall, refuseWithoutPins, requireKey } from '#/answer/admit-call.ts';
import { CallContext, type CallRequest, type CallResponse, callOf, keyOf } from '#/answer/call-context.ts';
import { checkOrigin } from '#/answer/check-origin.ts';
import { addPreflight } from '#/answer/preflight-route.ts';
import { fault, refuse, respond } from '#/answer/respond.ts';
import { requestOf, send } from '#/answer/served-request.ts';
import type { UnreadAnswers } from '#/answer/unread-answers.ts';
import { type ExportReaderOptions, ReadFault } from '#/export/export-reader.ts';
import { ExportRooms } from '#/export/export-rooms.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { type ReadFeed, readFeed } from './feed-reader.ts';
import { FEEDS } from './feeds.ts';
import { type FeedPath, readQuestion } from './read-question.ts';

export interface FeedRouteOptions extends ExportReaderOptions {
  admission: Admission;
  tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>;
  origins: AllowedOrigins;
  unread: UnreadAnswers;
}

/** The second one has the value of a parameter as its end. */
const URLS = ['/feeds/:feed/:chain/:question', '/feeds/:feed/:chain/:question/*'];
const JSON_TYPE = 'application/json; charset=utf-8';
/** Requests that are answered at a time: of one key, and of all at one gateway. */
const ROOM = { perKey: 8, total: 64, bytes: MEMORY_BOUNDS.feeds };
/** Bytes that an answer takes while it is read, where its question has no other number. */
const ANSWER_BYTES = 1024 * 1024;

const ONLY_GET = new Refused(405, 'BAD_REQUEST', 'A feed takes GET and HEAD.', undefined, { allow: 'GET, HEAD' });
const NO_ROOM = new Refused(429, 'RATE_LIMITED', 'As many feeds are read as may at a time. Please wait for one.', 1);

type FeedRequest = FastifyRequest<{ Params: FeedPath }>;
type Shared = FeedRouteOptions & { rooms: ExportRooms };

/** GET /feeds/<feed>/<chain>/<question>[/<value>]: markets in the forms that listings and charts read. */
export function addFeedRoute(server: FastifyInstance, options: FeedRouteOptions): void {
  const shared = { ...options, rooms: new ExportRooms(ROOM) };
  for (const url of URLS) {
    server.route<{ Params: FeedPath }>({
      url,
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      // Before Fastify would read a body: no feed has one.
      onRequest: async (request, reply) => {
        reply.hijack();
        await takeFeed(request, reply, shared);
        return reply;
      },
      handler: async () => {
        throw new Error('the request was answered before');
      },
    });
    addPreflight(server, url, options);
  }
}

async function takeFeed(request: FeedRequest, reply: FastifyReply, shared: Shared): Promise<void> {
  const asked = requestOf(request, reply);
  const context = new CallContext();
  reply.raw.on('error', () => {});
  let response: CallResponse;
  try {
    response = await answer(asked, context, request.params, shared);
  } catch (error) {
    shared.logger.error({ err: error, requestId: request.id }, 'a feed failed');
    response = refuse(asked, context, shared.tips, fault(asked));
  } finally {
    // Its client has gone before there was an answer.
    if (asked.isGone()) context.call?.settle(CallStatus.REJECTED);
  }
  if (reply.raw.destroyed) return;
  // An unread body would stand before the next request of its connection.
  if (asked.method !== 'GET' && asked.method !== 'HEAD') reply.raw.setHeader('connection', 'close');
  send(reply.raw, response);
  if (context.key !== null) shared.unread.hold(context.key.teamId, reply.raw, reply.raw.writableLength);
}

async function answer(asked: CallRequest, context: CallContext, path: FeedPath, shared: Shared): Promise<CallResponse> {
  const refused = (by: Refused): CallResponse =>
    refuse(asked, context, shared.tips, by, JSON_TYPE, errorMembers(path, by));
  const barred = await admit(asked, context, shared);
  if (barred !== undefined) return refused(barred);
  const question = readQuestion(path, asked.url);
  if (question instanceof Refused) return refused(question);
  const starting = refuseWithoutPins(context, shared.tips);
  if (starting !== undefined) return refused(starting);
  const leave = shared.rooms.take(keyOf(context), question.question.bytes ?? ANSWER_BYTES);
  if (leave === undefined) return refused(NO_ROOM);
  try {
    const unpaid = await payCall(context, shared.admission);
    if (unpaid !== undefined) return refused(unpaid);
    const read = await readFeed({ ...question, chainId: path.chain }, asked, context, shared);
    return respondWith(read, asked, context);
  } catch (error) {
    if (error instanceof ReadFault) return refused(error.refused);
    throw error;
  } finally {
    leave();
  }
}

/** The stages origin, key and limits of every call, and the method. */
async function admit(asked: CallRequest, context: CallContext, shared: Shared): Promise<Refused | undefined> {
  const { admission, origins } = shared;
  const foreign = checkOrigin(asked, context, origins);
  if (foreign !== undefined) return foreign;
  const noKey = await requireKey(asked, context, admission);
  if (noKey !== undefined) return noKey;
  const limited = openCall(asked, context, admission);
  if (limited !== undefined) return limited;
  return asked.method === 'GET' || asked.method === 'HEAD' ? undefined : ONLY_GET;
}

function respondWith(
  { answer: { body, contentType = JSON_TYPE, nextCursor }, pin }: ReadFeed,
  asked: CallRequest,
  context: CallContext,
): CallResponse {
  callOf(context).note('answered');
  const headers = {
    'cache-control': 'no-store',
    'x-feed-chain-id': pin.chainId,
    'x-feed-block-height': String(pin.height),
    'x-feed-block-hash': pin.hash,
    ...(nextCursor != null && { 'x-feed-next-cursor': nextCursor }),
  };
  return respond(asked, context, { status: 200, contentType, headers, text: body });
}

function errorMembers({ feed }: FeedPath, { message }: Refused): object {
  return FEEDS.get(feed)?.errorMembers?.(message) ?? {};
}
