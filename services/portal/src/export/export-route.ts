import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { sendPreflight } from '#/gateway/cross-origin.ts';
import { callerOf, type GatewayClient } from '#/gateway/gateway-client.ts';
import { passedOn } from '#/gateway/read-fault.ts';
import { Refusal } from '#/http/refusal.ts';
import { GONE, SendingEnded } from '#/http/write-out.ts';
import { EXPORT_BYTES, ExportConcurrency } from './export-concurrency.ts';
import { EXPORT_LISTS } from './export-lists.ts';
import { ExportReader } from './export-reader.ts';
import { FORMATS, formatFor } from './formats/negotiate-format.ts';
import { OpenExports } from './open-exports.ts';
import { planExport } from './plan-export.ts';
import { readParameters } from './read-parameters.ts';
import { type ExportRun, sendExport, sendHead } from './run-export.ts';

const ONLY_GET = new Refusal(405, 'BAD_REQUEST', 'An export takes GET and HEAD.', undefined, { allow: 'GET, HEAD' });
const UNKNOWN = new Refusal(404, 'NOT_FOUND', `The lists are ${[...EXPORT_LISTS.keys()].join(', ')}.`);
const UNACCEPTABLE = new Refusal(
  406,
  'BAD_REQUEST',
  `An export is ${FORMATS.map(({ mediaType }) => mediaType).join(', ')}, and the header Accept takes none of them.`,
);
const TOO_MANY = new Refusal(429, 'RATE_LIMITED', 'Too many exports are running. Try again when one has finished.', 5);
const STOPPING = new Refusal(503, 'SUBGRAPH_UNAVAILABLE', 'This server is about to stop.', 1);

/** Between the last row and the end of an export that cannot go on. */
const LAST_ROWS_MS = 1_000;

export interface ExportRouteOptions {
  gateway: Pick<GatewayClient, 'ask' | 'preflight'>;
  /** Cursors are signed with the first of several, divided by commas. */
  cursorSecret: string;
  /** A client may leave bytes unread for this long. */
  exportBlockedMaxMs?: number | undefined;
  logger: Logger;
}

interface ExportShared extends ExportRouteOptions {
  concurrency: ExportConcurrency;
  open: OpenExports;
}

type ExportRequest = FastifyRequest<{ Params: { list: string } }>;

export function addExportRoute(server: FastifyInstance, options: ExportRouteOptions): void {
  const shared = { ...options, concurrency: new ExportConcurrency(), open: new OpenExports() };
  server.addHook('preClose', async () => shared.open.close());
  server.route<{ Params: { list: string } }>({
    url: '/export/:list',
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    // No export has a body, and Fastify would read one.
    onRequest: async (request, reply) => {
      await handleExport(request, reply, shared);
      return reply;
    },
    handler: async () => {
      throw new Error('the request was answered before');
    },
  });
}

/** Nothing is asked before there is a place. @throws Refusal before anything is sent */
async function handleExport(request: ExportRequest, reply: FastifyReply, shared: ExportShared): Promise<void> {
  const { raw } = reply;
  // A peer that resets the connection is no fault of ours.
  raw.on('error', () => {});
  // An unread body would stand before the next request of its connection.
  if (request.method !== 'GET' && request.method !== 'HEAD') reply.header('connection', 'close');
  const leave = shared.concurrency.enter({ authorization: request.headers.authorization, client: request.client });
  const release = shared.open.hold(() => cut(raw));
  try {
    if (release === undefined) throw STOPPING;
    if (leave === undefined) throw TOO_MANY;
    await answer(request, reply, shared);
  } catch (error) {
    if (raw.headersSent) await endShort(request, reply, error, shared.logger);
    else if (raw.destroyed) reply.hijack();
    else throw error;
  } finally {
    leave?.();
    release?.();
  }
}

async function answer(
  request: ExportRequest,
  reply: FastifyReply,
  { gateway, concurrency, open, cursorSecret, exportBlockedMaxMs: blockedMaxMs }: ExportShared,
): Promise<void> {
  const caller = callerOf(request, reply);
  if (request.method === 'OPTIONS') return sendPreflight(caller, reply, gateway);
  const reader = new ExportReader(gateway, caller);
  // Checks key, place, rate and month, and takes a unit of the month, before anything is read.
  const opened = await reader.ask({ query: '{ __typename }', terms: 'open' });
  reply.headers(passedOn(opened.headers));
  const isHead = request.method === 'HEAD';
  if (request.method !== 'GET' && !isHead) throw ONLY_GET;
  const list = EXPORT_LISTS.get(request.params.list);
  if (list === undefined) throw UNKNOWN;
  const wanted = readParameters(request.url, list);
  const format = formatFor(request.headers.accept);
  if (format === undefined && !isHead) throw UNACCEPTABLE;
  const bytes = format?.isCompressed === true ? EXPORT_BYTES.groups : EXPORT_BYTES.lines;
  const giveBack = concurrency.hold(String(opened.teamId), bytes);
  if (giveBack === undefined) throw TOO_MANY;
  try {
    const plan = await planExport(reader, wanted, opened, cursorSecret);
    const run: ExportRun = {
      request,
      reply,
      reader,
      plan,
      format,
      blockedMaxMs,
      pagesAhead: () => open.pagesAhead,
    };
    await (format === undefined || isHead ? sendHead(run) : sendExport(run, format));
  } finally {
    giveBack();
  }
}

async function endShort({ id }: FastifyRequest, { raw }: FastifyReply, error: unknown, logger: Logger): Promise<void> {
  if (raw.destroyed || error instanceof Refusal || error instanceof SendingEnded)
    logger.info({ requestId: id, reason: raw.destroyed ? GONE : String(error) }, 'an export was cut');
  else logger.error({ err: error, requestId: id }, 'an export failed');
  // If the rest fails to come, the gateway drops what it has not passed on, and the last rows have a cursor.
  if (error instanceof Refusal && !raw.destroyed) await delay(LAST_ROWS_MS);
  cut(raw);
}

/** In HTTP/1.0 only a reset shows that something is missing. */
function cut(raw: ServerResponse): void {
  if (raw.chunkedEncoding) raw.destroy();
  else raw.socket?.resetAndDestroy();
}
