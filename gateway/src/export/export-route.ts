import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '#/admission/refused.ts';
import { openCall, refuseWithoutPins, requireKey } from '#/answer/admit-call.ts';
import { CallContext, type CallRequest, keyOf } from '#/answer/call-context.ts';
import { checkOrigin } from '#/answer/check-origin.ts';
import { fault, refuse } from '#/answer/respond.ts';
import { requestOf, send } from '#/answer/served-request.ts';
import { EXPORT_LISTS } from './export-lists.ts';
import type { ExportRouteOptions, ExportShared } from './export-options.ts';
import { EXPORT_BYTES, ExportRooms } from './export-rooms.ts';
import { FORMATS, formatFor } from './formats/negotiate-format.ts';
import { OpenExports } from './open-exports.ts';
import { readParameters } from './read-parameters.ts';
import { runExport, STOPPING } from './run-export.ts';

const ONLY_GET = new Refused(405, 'BAD_REQUEST', 'An export takes GET and HEAD.', undefined, { allow: 'GET, HEAD' });
const UNKNOWN = new Refused(404, 'NOT_FOUND', `The lists are ${[...EXPORT_LISTS.keys()].join(', ')}.`);
const UNACCEPTABLE = new Refused(
  406,
  'BAD_REQUEST',
  `An export is ${FORMATS.map(({ mediaType }) => mediaType).join(', ')}, and the header Accept takes none of them.`,
);
const NO_ROOM = new Refused(429, 'RATE_LIMITED', 'As many exports run as may at a time. Please wait for one.', 5);

/** GET /export/<list>: whole lists of the graph, streamed at one block. */
export function addExportRoute(server: FastifyInstance, options: ExportRouteOptions): void {
  const shared = { ...options, rooms: new ExportRooms(), open: new OpenExports() };
  server.addHook('preClose', async () => shared.open.close());
  server.route<{ Params: { list: string } }>({
    url: '/export/:list',
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Before Fastify would read a body: no export has one.
    onRequest: async (request, reply) => {
      reply.hijack();
      await takeExport(request, reply, shared);
      return reply;
    },
    handler: async () => {
      throw new Error('the request was answered before');
    },
  });
}

async function takeExport(
  request: FastifyRequest<{ Params: { list: string } }>,
  reply: FastifyReply,
  shared: ExportShared,
): Promise<void> {
  const asked = requestOf(request, reply);
  const context = new CallContext();
  // A peer that resets while rows are sent is no fault of ours.
  reply.raw.on('error', () => {});
  try {
    const refused = await answer(asked, context, request.params.list, reply, shared);
    if (refused !== undefined) sendRefusal(asked, context, reply, shared, refused);
  } catch (error) {
    shared.logger.error({ err: error, requestId: request.id }, 'an export failed');
    if (reply.raw.headersSent) reply.raw.destroy();
    else sendRefusal(asked, context, reply, shared, fault(asked));
  } finally {
    // Its client has gone before there was an answer.
    context.call?.settle(CallStatus.REJECTED);
  }
}

/** @returns why nothing was sent */
async function answer(
  asked: CallRequest,
  context: CallContext,
  name: string,
  reply: FastifyReply,
  shared: ExportShared,
): Promise<Refused | undefined> {
  const { admission, origins, tips, rooms, open } = shared;
  const foreign = checkOrigin(asked, context, origins);
  if (foreign !== undefined) return foreign;
  const finding = requireKey(asked, context, admission);
  // No page of another origin reads an export: a key may still be bound to origins.
  context.origin = undefined;
  const noKey = await finding;
  if (noKey !== undefined) return noKey;
  const limited = openCall(asked, context, admission);
  if (limited !== undefined) return limited;
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return ONLY_GET;
  const list = EXPORT_LISTS.get(name);
  if (list === undefined) return UNKNOWN;
  const wanted = readParameters(asked.url, list);
  if (wanted instanceof Refused) return wanted;
  const format = formatFor(asked.headers.accept);
  if (format === undefined && asked.method === 'GET' && !wanted.parameters.has('price')) return UNACCEPTABLE;
  const starting = refuseWithoutPins(context, tips);
  if (starting !== undefined) return starting;
  if (open.isClosed) return STOPPING;
  const leave = rooms.take(keyOf(context), format?.isCompressed === true ? EXPORT_BYTES.groups : EXPORT_BYTES.lines);
  if (leave === undefined) return NO_ROOM;
  try {
    return await runExport({ asked, context, wanted, format, raw: reply.raw, shared });
  } finally {
    leave();
  }
}

function sendRefusal(
  asked: CallRequest,
  context: CallContext,
  { raw }: FastifyReply,
  { tips }: ExportShared,
  refused: Refused,
): void {
  if (raw.destroyed) return;
  const response = refuse(asked, context, tips, refused);
  // An unread body would stand before the next request of its connection.
  if (asked.method !== 'GET' && asked.method !== 'HEAD') raw.setHeader('connection', 'close');
  send(raw, response);
}
