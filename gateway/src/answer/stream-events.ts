import type { ServerResponse } from 'node:http';
import { getOperationAST, parse } from 'graphql';
import type { Logger } from 'pino';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import { PUBLIC_CODES, type PublicCode } from '#/errors/error-codes.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { openEventStream } from '#/http/open-event-stream.ts';
import { TOKENS_MAX } from '#/operation/operation-limits.ts';
import { pageHeaders, VARY_BY_ORIGIN } from '#/origins/page-headers.ts';
import { PinsLost } from '#/streams/chain-reader.ts';
import type { EventStream } from '#/streams/event-stream.ts';
import { type OpenStreamDeps, openStream, type StreamOrder } from '#/streams/open-stream.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';
import { endServerSentEvents, sendServerSentEvents } from '#/streams/server-sent-events.ts';
import { StreamEnd } from '#/streams/stream-end.ts';
import { type CallContext, type CallRequest, callerOf, callOf } from './call-context.ts';
import { readRequest } from './read-request.ts';
import type { Answered } from './respond.ts';

/** From which a webhook is replayed; only our own services send it. */
const FROM_HEIGHT_HEADER = 'x-ledgergraph-from-height';
/** Only events that can no longer be reorganised; only our own services send it. */
const FINAL_ONLY_HEADER = 'x-ledgergraph-final-only';

const STOPPING = new Refused(503, 'SUBGRAPH_UNAVAILABLE', 'This gateway is about to stop.', 1);
const UNAVAILABLE = new Refused(
  503,
  'SUBGRAPH_UNAVAILABLE',
  'Events cannot be read at the moment. Please try again.',
  1,
);

export interface OpenEventsOptions {
  admission: Admission;
  graphs: CurrentGraph;
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
  logger: Logger;
}

export class OpenedEvents {
  readonly stream: EventStream;
  readonly origin: string | undefined;

  constructor(stream: EventStream, origin: string | undefined) {
    this.stream = stream;
    this.origin = origin;
  }
}

type Faults = Omit<Answered, 'text'> & { errors: readonly object[] };

/** Opens a subscription whose client takes Server-Sent Events. Each event costs a unit, opening none, but for a look-up of names. Undefined: an ordinary request. */
export async function openEvents(
  request: CallRequest,
  context: CallContext,
  body: unknown,
  { admission, graphs, streams, streamDeps }: OpenEventsOptions,
): Promise<OpenedEvents | Refused | Faults | undefined> {
  const parts = readRequest(request, body);
  if (parts instanceof Refused || parts.query === undefined) return undefined;
  const { query, operationName, variables, extensions } = parts;
  const asked = { query, operationName, variables };
  const call = callOf(context);
  // Before its text is parsed.
  const refused = admission.passNovelty(call, asked, graphs.current);
  if (refused !== undefined) return refused;
  if (!isSubscription(asked)) return undefined;
  const caller = callerOf(context);
  const pass = admission.admitStream(call, caller, asked);
  if (pass instanceof Refused) return pass;
  if (streams.isDraining) {
    pass.giveBack();
    return STOPPING;
  }
  try {
    const start = startOf(request, caller.isInternal);
    const stream = await openStream(streamDeps, { asked, pass, extensions, ...start });
    if (request.isAborted()) pass.giveBack();
    // Thousands of idle streams keep nothing of their requests.
    context.bodyText = null;
    return new OpenedEvents(stream, caller.origin);
  } catch (error) {
    pass.giveBack();
    return faultsOf(error);
  }
}

export function sendEvents(
  raw: ServerResponse,
  { id }: CallRequest,
  { stream, origin }: OpenedEvents,
  { streams, logger }: Pick<OpenEventsOptions, 'streams' | 'logger'>,
): void {
  if (raw.destroyed) return;
  openEventStream(raw, id, { ...VARY_BY_ORIGIN, ...pageHeaders(origin) });
  const release = streams.hold({
    stream,
    beat: () => void (raw.writableNeedDrain || raw.writableEnded || raw.write(':\n\n')),
    cutOff: (reason, isAtOnce) => endServerSentEvents(raw, stream, reason, isAtOnce),
  });
  void sendServerSentEvents(raw, stream, { requestId: id, logger }).then(release);
}

function isSubscription({ query, operationName }: AskedSubscription): boolean {
  try {
    const operation = getOperationAST(parse(query, { maxTokens: TOKENS_MAX, noLocation: true }), operationName);
    return operation?.operation === 'subscription';
  } catch {
    return false;
  }
}

function startOf(
  { headers }: CallRequest,
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

/** Answered as a query with the same fault. @throws what the request did not cause */
function faultsOf(error: unknown): Refused | Faults {
  if (error instanceof StreamEnd) {
    return new Refused(error.code === 'QUOTA_EXCEEDED' ? 429 : 400, error.code as PublicCode, error.message);
  }
  if (error instanceof EventsUnavailable || error instanceof PinsLost) return UNAVAILABLE;
  if (!(error instanceof AggregateError)) throw error;
  const errors = error.errors.map(({ message, locations, extensions }) => ({ message, locations, extensions }));
  if (!errors.every(({ extensions }) => PUBLIC_CODES.has(extensions.code))) throw error;
  const headers = { 'cache-control': 'no-store' };
  return { status: 400, contentType: 'application/json; charset=utf-8', headers, errors };
}
