import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { getOperationAST, parse } from 'graphql';
import type { Logger } from 'pino';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import { sendError } from '#/errors/error-body.ts';
import { PUBLIC_CODES, type PublicCode } from '#/errors/error-codes.ts';
import { EventsUnavailable } from '#/events/change-reader.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { openEventStream, takesEventStream } from '#/http/open-event-stream.ts';
import { TOKENS_MAX } from '#/operation/operation-limits.ts';
import { pageHeaders, VARY_BY_ORIGIN } from '#/origins/page-headers.ts';
import { PinsLost } from '#/streams/chain-reader.ts';
import type { EventStream } from '#/streams/event-stream.ts';
import { type OpenStreamDeps, openStream, type StreamOrder } from '#/streams/open-stream.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';
import { endServerSentEvents, sendServerSentEvents } from '#/streams/server-sent-events.ts';
import { StreamEnd } from '#/streams/stream-end.ts';
import { callerOf, contextOf } from './call-context.ts';
import { readAsked, readExtensions } from './read-body.ts';
import { sendRefused } from './require-key.ts';

/** Height from which a webhook is replayed; only our own services send it. */
const FROM_HEIGHT_HEADER = 'x-ledgergraph-from-height';
/** Asks for events that can no longer be reorganised; only our own services send it. */
const FINAL_ONLY_HEADER = 'x-ledgergraph-final-only';

export interface StreamEventsOptions {
  admission: Admission;
  graphs: CurrentGraph;
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
  logger: Logger;
}

/**
 * Hook: answers a subscription whose client takes Server-Sent Events, and lets every other request pass. Opening a stream costs no unit;
 * each event does.
 */
export function streamEvents(options: StreamEventsOptions): preHandlerAsyncHookHandler {
  const { admission, graphs, streams, streamDeps, logger } = options;
  return async (request, reply) => {
    if (!takesEventStream(request)) return;
    const asked = readAsked(request);
    const context = contextOf(request);
    const { call } = context;
    if (asked === undefined || call === null) return;
    // Before its text is parsed.
    const refused = admission.passNovelty(call, asked, graphs.current);
    if (refused !== undefined) return sendRefused(reply, refused);
    if (!isSubscription(asked)) return;
    const caller = callerOf(context);
    const pass = admission.admitStream(call, caller, asked);
    if (pass instanceof Refused) return sendRefused(reply, pass);
    if (streams.isDraining) {
      pass.giveBack();
      return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', 'This gateway is about to stop.', 1);
    }
    const start = startOf(request, caller.isInternal);
    let stream: EventStream;
    try {
      stream = await openStream(streamDeps, { asked, pass, extensions: readExtensions(request), ...start });
    } catch (error) {
      pass.giveBack();
      return refuse(reply, error);
    }
    if (reply.raw.destroyed) {
      pass.giveBack();
      return reply.hijack();
    }
    const raw = openEventStream(request, reply, { ...VARY_BY_ORIGIN, ...pageHeaders(caller.origin) });
    const release = streams.hold({
      stream,
      beat: () => void (raw.writableNeedDrain || raw.writableEnded || raw.write(':\n\n')),
      cutOff: (reason) => endServerSentEvents(raw, stream, reason),
    });
    // Thousands of idle streams keep nothing of their requests.
    request.body = undefined;
    void sendServerSentEvents(raw, stream, { requestId: request.id, logger }).then(release);
    return reply;
  };
}

/** Apollo's server words what is wrong with a text that does not parse. */
function isSubscription({ query, operationName }: AskedSubscription): boolean {
  try {
    const operation = getOperationAST(parse(query, { maxTokens: TOKENS_MAX, noLocation: true }), operationName);
    return operation?.operation === 'subscription';
  } catch {
    return false;
  }
}

function startOf(
  { headers }: FastifyRequest,
  isInternal: boolean,
): Pick<StreamOrder, 'lastEventId' | 'fromHeight' | 'isFinalOnly'> {
  const lastEventId = headers['last-event-id'];
  const from = isInternal ? headers[FROM_HEIGHT_HEADER] : undefined;
  return {
    lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
    fromHeight: typeof from === 'string' && /^\d{1,9}$/.test(from) ? Number(from) : undefined,
    isFinalOnly: isInternal && headers[FINAL_ONLY_HEADER] === '1',
  };
}

/** A subscription that cannot begin is answered as a query with the same fault is. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof StreamEnd) return sendError(reply, 400, error.code as PublicCode, error.message);
  if (error instanceof EventsUnavailable || error instanceof PinsLost) {
    return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', 'Events cannot be read at the moment. Please try again.', 1);
  }
  if (!(error instanceof AggregateError)) throw error;
  const errors = error.errors.map(({ message, locations, extensions }) => ({ message, locations, extensions }));
  const isKnown = errors.every(({ extensions }) => PUBLIC_CODES.has(extensions.code));
  if (!isKnown) throw error;
  return reply
    .code(400)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`${JSON.stringify({ errors })}\n`);
}
