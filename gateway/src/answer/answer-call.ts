import type { FastifyInstance } from 'fastify';
import { sendError } from '#/errors/error-body.ts';
import { GraphiqlPage, wantsPage } from '#/graphiql/graphiql-page.ts';
import { ANSWER_HEADERS } from '#/http/answer-form.ts';
import { SENDING_BODY_BYTES_MAX } from '#/http/body-limit.ts';
import { LargeBodies } from '#/http/large-bodies.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { openCall, payCall, refuseWithoutPins } from './admit-call.ts';
import { boundChunks, limitBody, refuseLargeQuery } from './bound-body.ts';
import { CallContext } from './call-context.ts';
import { addPreflightRoute, checkOrigin } from './check-origin.ts';
import { keepBodyText, refuseDeepBody } from './read-body.ts';
import { requireKey } from './require-key.ts';
import { respondWith } from './respond.ts';
import { type RunOperationOptions, runOperation } from './run-operation.ts';
import { type StreamEventsOptions, streamEvents } from './stream-events.ts';
import { type TakeCachedOptions, takeCached } from './take-cached.ts';

export interface AnswerCallOptions extends RunOperationOptions, TakeCachedOptions, StreamEventsOptions {
  tips: Pick<TipFollower, 'pins' | 'hasNoNetwork'>;
  /** Whose pages may use the API. */
  origins: AllowedOrigins;
}

/** POST and GET /graphql; in a browser GET is the page. */
export function addGraphqlRoute(server: FastifyInstance, options: AnswerCallOptions): void {
  const page = new GraphiqlPage();
  page.addRoutes(server);
  server.decorateRequest('callContext', null);
  server.register(async (scope) => {
    keepBodyText(scope);
    answerCalls(scope, page, options);
  });
}

/**
 * The stages of a call, in order (docs/gateway-stages.md): route, key, limits, pin, cache, operation, plan, subgraphs, response. A call that the front door
 * has begun passes the stages that it has behind it.
 */
function answerCalls(server: FastifyInstance, page: GraphiqlPage, options: AnswerCallOptions): void {
  const { admission, tips, origins } = options;
  const origin = checkOrigin(origins);
  const key = requireKey(admission);
  const limits = openCall(admission);
  const largeBodies = new LargeBodies();
  const response = respondWith(tips);

  server.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    bodyLimit: SENDING_BODY_BYTES_MAX,
    onRequest: [
      (request, reply, done) => {
        request.callContext = CallContext.of(request.raw);
        if (wantsPage(request.raw)) return void page.sendPage(reply).catch(done);
        reply.headers(ANSWER_HEADERS);
        done();
      },
      origin,
      key,
      limits,
      limitBody(largeBodies),
    ],
    preParsing: boundChunks(largeBodies),
    preHandler: [
      refuseLargeQuery,
      refuseDeepBody,
      refuseWithoutPins(tips),
      streamEvents(options),
      payCall(admission),
      takeCached(options),
    ],
    handler: runOperation(options),
    onSend: response,
  });
  addPreflightRoute(server, '/graphql', origins);
  server.route({
    url: '/graphql',
    method: ['PUT', 'PATCH', 'DELETE'],
    onRequest: [
      (request, _reply, done) => {
        request.callContext = new CallContext();
        done();
      },
      origin,
      key,
      limits,
    ],
    onSend: response,
    handler: async (_request, reply) =>
      sendError(reply.header('allow', 'GET, POST'), 405, 'BAD_REQUEST', 'GraphQL takes GET and POST.'),
  });
}
