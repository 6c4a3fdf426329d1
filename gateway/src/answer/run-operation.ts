import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import type { Admission } from '#/admission/admission.ts';
import type { Graph } from '#/federation/create-graph.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { SendRates } from '#/sending/send-rates.ts';
import { type CallContext, contextOf, keyOf } from './call-context.ts';
import { readOperation, readPlainRequest } from './read-body.ts';
import { sendRefused } from './require-key.ts';
import { sendExecuted } from './respond.ts';

export interface RunOperationOptions {
  graphs: CurrentGraph;
  admission: Admission;
  /** Limits the transactions that each key sends. */
  sends: Pick<SendRates, 'take'>;
  /** Time limit of one operation, in all. */
  operationTimeoutMs: number;
  logger: Logger;
}

/**
 * Stages "operation", "plan" and "subgraphs", as the route's handler, for a call that no cached response answers. **The switch**: a plain request for a known operation
 * is executed by us; every other request, and what does not go well with us, is executed by Apollo. Each request is answered by the graph that is live when it
 * comes to it, from its parsing to its last fetch.
 */
export function runOperation(options: RunOperationOptions): RouteHandlerMethod {
  const apolloOf = createApolloHandlers();
  return function (request, reply) {
    return options.graphs.run(async (graph) => {
      const plain = readPlainRequest(request);
      const known = plain && graph.knownOperations.find(plain.asked);
      if (known === undefined && isRefusedAsNew(request, reply, graph, options)) return reply;
      const context = createGraphContext(request, reply, options);
      contextOf(request).graph = context;
      if (plain !== undefined && known !== undefined) {
        const executed = await graph.knownOperations.answer(known, plain.asked, context);
        if (executed !== undefined) {
          const { text, headers } = executed;
          sendExecuted(request, reply, { text, contentType: plain.contentType, headers: Object.fromEntries(headers) });
          return reply;
        }
      }
      return apolloOf(graph.server).call(this, request, reply);
    });
  };
}

/** Apollo's server as a handler: made once for each graph. */
function createApolloHandlers(): (server: ApolloServer<GraphContext>) => RouteHandlerMethod {
  const handlers = new WeakMap<ApolloServer<GraphContext>, RouteHandlerMethod>();
  const context = async (request: FastifyRequest): Promise<GraphContext> => {
    const { graph } = contextOf(request);
    if (graph === null) throw new Error('a request reached the graph without its context');
    return graph;
  };
  return (server) => {
    const handler = handlers.get(server) ?? fastifyApolloHandler<GraphContext>(server, { context });
    handlers.set(server, handler);
    return handler;
  };
}

/** Takes an operation that has no plan yet from those that its key may ask for. @returns whether it was refused */
function isRefusedAsNew(
  request: FastifyRequest,
  reply: FastifyReply,
  graph: Graph,
  { admission }: RunOperationOptions,
): boolean {
  const { query, operationName } = readOperation(request);
  const { call } = contextOf(request);
  // A hash alone names what is known, or nothing.
  if (query === undefined || call === null) return false;
  const refused = admission.passNovelty(call, { query, operationName }, graph);
  if (refused === undefined) return false;
  sendRefused(reply, refused);
  return true;
}

function createGraphContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { logger, operationTimeoutMs, sends }: RunOperationOptions,
): GraphContext {
  const context: CallContext = contextOf(request);
  const key = keyOf(context);
  const { call, inFlight, pins } = context;
  const deadline = new Deadline(operationTimeoutMs);
  // The connection closes after a good response too: the deadline has nothing left to do then.
  reply.raw.once('close', () => deadline.end());
  let own: Logger | undefined;
  return {
    requestId: request.id,
    environment: key.environment,
    key,
    deadline,
    // Most requests log nothing.
    get logger() {
      own ??= logger.child({ requestId: request.id, keyId: key.id });
      return own;
    },
    read: startRead(pins),
    noteOutcome: (outcome) => call?.note(outcome),
    takeSends: (count) => {
      const refused = sends.take(key, count);
      if (refused !== undefined) call?.settle(CallStatus.RATE_LIMITED);
      return refused;
    },
    ...(inFlight !== null && { inFlight }),
  };
}
