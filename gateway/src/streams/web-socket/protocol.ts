import { type FormattedExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Context, makeServer, type SubscribePayload } from 'graphql-ws';
import type { Logger } from 'pino';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import { type OpenStreamDeps, openStream } from '../open-stream.ts';
import type { OpenStreams } from '../open-streams.ts';
import { toStreamEnd } from '../stream-end.ts';
import { SocketResults } from './socket-results.ts';
import type { Protocol, SocketSession } from './socket-session.ts';

export interface ProtocolOptions {
  admission: Admission;
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
  logger: Logger;
}

interface SocketExtra {
  session: SocketSession;
}

type SocketContext = Context<Record<string, unknown>, SocketExtra>;

/** The protocol graphql-transport-ws of all sockets, as the library speaks it. */
export function createProtocol(options: ProtocolOptions): Protocol {
  return makeServer<Record<string, unknown>, SocketExtra>({
    schema: NO_SCHEMA,
    onConnect: (context) => connect(context),
    onSubscribe: (context, id, payload) => subscribe(context.extra.session, id, payload, options),
    subscribe: (args) => (args.contextValue as { results: AsyncGenerator<never> }).results,
    // As it is: the library would take the errors for GraphQLErrors.
    onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
  });
}

async function connect(context: SocketContext): Promise<boolean> {
  const { connectionParams, extra } = context;
  const shown = connectionParams?.authorization ?? connectionParams?.Authorization;
  // Thousands of sockets keep nothing of what their peers sent.
  (context as { connectionParams?: unknown }).connectionParams = undefined;
  return extra.session.connect(typeof shown === 'string' ? shown : undefined);
}

async function subscribe(
  session: SocketSession,
  id: string,
  { query, operationName, variables, extensions }: SubscribePayload,
  { admission, streams, streamDeps, logger }: ProtocolOptions,
) {
  const { caller } = session;
  const subscription = caller && session.begin(id);
  // The socket closes: this error goes nowhere.
  if (caller === undefined || subscription === undefined)
    return [refusal('BAD_REQUEST', 'The subscription cannot begin.')];
  const asked: AskedSubscription = {
    query,
    operationName: operationName || undefined,
    variables: variables ?? undefined,
  };
  // With its key as it is now, not as it was when the socket was opened.
  const pass = await admission.admit(caller, asked);
  if (pass instanceof Refused) {
    subscription.end();
    session.refuse(pass);
    return [refusal(pass.code, pass.message, pass.retryAfterS)];
  }
  if (streams.isDraining) {
    pass.giveBack();
    subscription.end();
    return [refusal('RECONNECT', 'This gateway is about to stop.')];
  }
  try {
    const stream = await openStream(streamDeps, { asked, pass, extensions });
    subscription.carry(stream);
    const release = streams.hold({
      stream,
      beat: () => {},
      cutOff: (reason, isAtOnce) => session.cutOff(subscription, reason, isAtOnce),
    });
    const onEnded = (code: string): void => {
      release(code);
      session.ended(subscription, code);
    };
    const results = new SocketResults(stream, onEnded, logger);
    return { schema: NO_SCHEMA, document: SUBSCRIPTION, contextValue: { results } };
  } catch (error) {
    pass.giveBack();
    subscription.end();
    if (error instanceof AggregateError) return error.errors as GraphQLError[];
    const end = toStreamEnd(error);
    if (end.code === 'INTERNAL_SERVER_ERROR') logger.error({ err: error }, 'a stream could not be opened');
    return [refusal(end.code, end.message)];
  }
}

/** The library wants one, and looks at nothing of it: each subscription belongs to the schema of its moment. */
const NO_SCHEMA = new GraphQLSchema({});

/** The library looks at nothing of it but that it is a subscription. */
const SUBSCRIPTION = {
  kind: 'Document',
  definitions: [
    { kind: 'OperationDefinition', operation: 'subscription', selectionSet: { kind: 'SelectionSet', selections: [] } },
  ],
} as never;

function refusal(code: string, message: string, retryAfter?: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...(retryAfter !== undefined && { retryAfter }) } });
}
