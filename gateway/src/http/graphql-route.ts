import type { ApolloServer } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler, RouteHandlerMethod } from 'fastify';
import type { Logger } from 'pino';
import type { Authenticator } from '#/auth/authenticate.ts';
import type { PresentedKeys } from '#/auth/presented-keys.ts';
import { type GraphContext, startRead } from '#/federation/graph-context.ts';
import type { LiveGraph } from '#/federation/live-graph.ts';
import type { ShortPath } from '#/federation/short-path.ts';
import { GraphiqlPage, wantsPage } from '#/graphiql/graphiql-page.ts';
import type { NovelOperations } from '#/limits/novel-operations.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { answerFromCache, keepAnswer, keepText } from '#/response-cache/answer-from-cache.ts';
import type { ResponseCache } from '#/response-cache/response-cache.ts';
import { openCall, payCall, settleCall } from './admit-call.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import type { CallBook } from './call-book.ts';
import { sendError } from './error-body.ts';
import { keepBodyText } from './keep-body-text.ts';
import { limitNovelty } from './limit-novelty.ts';
import { nameBlocks } from './name-blocks.ts';
import { readPlainRequest } from './read-plain-request.ts';
import { refuseDeepBody } from './refuse-deep-body.ts';
import { requireKey } from './require-key.ts';
import { sendAnswer, toBody } from './send-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the graph is asked. */
    graphContext: GraphContext | null;
  }
}

export interface GraphqlRouteOptions {
  live: LiveGraph;
  authenticator: Authenticator;
  presented: PresentedKeys;
  calls: Pick<CallBook, 'open'>;
  tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>;
  /** Null: every operation runs. */
  cache: ResponseCache | null;
  /** Identifies the supergraph that answers. */
  supergraph: () => string;
  /** What each key may ask for anew. */
  novel: Pick<NovelOperations, 'take'>;
  /** How long one operation may take, in all. */
  operationTimeoutMs: number;
  logger: Logger;
}

/** POST and GET /graphql; in a browser GET is the page. */
export function addGraphqlRoute(server: FastifyInstance, options: GraphqlRouteOptions): void {
  const page = new GraphiqlPage();
  page.addRoutes(server);
  server.register(async (scope) => {
    keepBodyText(scope);
    addRoutes(scope, page, options);
  });
}

function addRoutes(server: FastifyInstance, page: GraphiqlPage, options: GraphqlRouteOptions): void {
  const authorize = requireKey(options.authenticator, options.presented);
  const open = openCall(options.calls);
  const onSend = [nameBlocks(options.tips), keepAnswer, settleCall];
  const { cache } = options;
  const fromCache = cache === null ? [] : [answerFromCache({ ...options, cache })];

  server.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    onRequest: [
      (request, reply, done) => {
        if (wantsPage(request.raw)) return void page.sendPage(reply).catch(done);
        reply.headers(ANSWER_HEADERS);
        done();
      },
      authorize,
      open,
    ],
    preHandler: [refuseDeepBody, refuseWithoutPins(options), payCall, ...fromCache, limitNovelty(options)],
    onSend,
    handler: answerWith(options),
  });
  server.route({
    url: '/graphql',
    method: ['PUT', 'PATCH', 'DELETE'],
    onRequest: [authorize, open],
    onSend,
    handler: async (_request, reply) =>
      sendError(reply.header('allow', 'GET, POST'), 405, 'BAD_REQUEST', 'GraphQL takes GET and POST.'),
  });
}

/** Each request is answered by the graph that is live when it comes to it, from its parsing to its last fetch. */
function answerWith(options: GraphqlRouteOptions): RouteHandlerMethod {
  const handlers = new WeakMap<ApolloServer<GraphContext>, RouteHandlerMethod>();
  const context = async ({ graphContext }: FastifyRequest): Promise<GraphContext> => contextOf(graphContext);
  const handlerOf = (server: ApolloServer<GraphContext>): RouteHandlerMethod => {
    const handler = handlers.get(server) ?? fastifyApolloHandler<GraphContext>(server, { context });
    handlers.set(server, handler);
    return handler;
  };
  return function (request, reply) {
    request.graphContext = createContext(request, reply, options);
    return options.live.run(async ({ server, shortPath }) => {
      if (await isAnsweredShortly(request, reply, shortPath)) return reply;
      return handlerOf(server).call(this, request, reply);
    });
  };
}

async function isAnsweredShortly(request: FastifyRequest, reply: FastifyReply, shortPath: ShortPath): Promise<boolean> {
  const plain = readPlainRequest(request);
  if (plain === undefined) return false;
  const answer = await shortPath.answer(plain.asked, contextOf(request.graphContext));
  if (answer === undefined) return false;
  const { contentType } = plain;
  const headers = Object.fromEntries(answer.headers);
  const kept = keepText(request, answer.text, contentType, headers);
  sendAnswer(request, reply, { contentType, headers, body: kept?.body ?? toBody(answer.text) });
  return true;
}

function contextOf(context: GraphContext | null): GraphContext {
  if (context === null) throw new Error('a request reached the graph without its context');
  return context;
}

const NO_NETWORK = {
  MAINNET: 'No mainnet network is configured here, and a live key reads no other. Please use a test key.',
  TESTNET: 'No testnet network is configured here, and a test key reads no other. Please use a live key.',
} as const satisfies Record<EnvironmentName, string>;

/** Before the first tips are known an answer could not stand at one block. */
function refuseWithoutPins({ tips }: GraphqlRouteOptions): preHandlerHookHandler {
  return (request, reply, done) => {
    const { environment } = keyOf(request);
    if (tips.pins(environment).length > 0) return done();
    if (tips.hasNoNetwork(environment))
      return void sendError(reply, 403, 'ENVIRONMENT_NOT_CONFIGURED', NO_NETWORK[environment]);
    sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', 'The service is starting: no block is ready to be read yet.', 5);
  };
}

function createContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { tips, logger, operationTimeoutMs }: GraphqlRouteOptions,
): GraphContext {
  const key = keyOf(request);
  const deadline = new Deadline(operationTimeoutMs);
  // Also when all is well: then nobody is left to be told.
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
    // A flight's answer is kept for its pins: the tip may have moved since.
    read: startRead(request.flight?.pins ?? tips.pins(key.environment)),
    noteOutcome: (outcome) => request.call?.note(outcome),
    ...(request.flight !== null && { flight: request.flight }),
  };
}

function keyOf({ apiKey }: FastifyRequest): NonNullable<FastifyRequest['apiKey']> {
  if (apiKey === null) throw new Error('a request reached the graph without a key');
  return apiKey;
}
