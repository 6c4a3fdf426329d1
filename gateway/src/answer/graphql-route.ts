import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphiqlPage, wantsPage } from '#/graphiql/graphiql-page.ts';
import { BodyRooms } from '#/http/body-rooms.ts';
import { CachedResponse } from '#/response-cache/cached-response.ts';
import { sendCached } from '#/response-cache/send-cached.ts';
import { type AnswerCallOptions, answerCall } from './answer-call.ts';
import { CallContext, callOf } from './call-context.ts';
import { PersistedQueries } from './persisted-queries.ts';
import { addPreflight } from './preflight-route.ts';
import { fault, refuse } from './respond.ts';
import { requestOf, send } from './served-request.ts';
import { OpenedEvents, sendEvents } from './stream-events.ts';
import type { UnreadAnswers } from './unread-answers.ts';

const URL = '/graphql';

export interface RouteOptions extends Omit<AnswerCallOptions, 'persisted' | 'bodies'> {
  unread: UnreadAnswers;
}

/** Puts the call's stages behind Fastify: it gives the request, and sends the response. In a browser GET is the page. */
export function addGraphqlRoute(server: FastifyInstance, given: RouteOptions): void {
  const options = { ...given, persisted: new PersistedQueries(), bodies: new BodyRooms() };
  const page = new GraphiqlPage();
  page.addRoutes(server);
  server.route({
    url: URL,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Before Fastify would read the body: that is the stage "body", behind the key.
    onRequest: async (request, reply) => {
      if (wantsPage(request.raw)) return page.sendPage(reply);
      reply.hijack();
      await takeCall(request, reply, options);
      return reply;
    },
    handler: unreached,
  });
  addPreflight(server, URL, options);
}

type CallOptions = AnswerCallOptions & Pick<RouteOptions, 'unread'>;

async function takeCall(request: FastifyRequest, reply: FastifyReply, options: CallOptions): Promise<void> {
  const asked = requestOf(request, reply);
  const context = CallContext.of(request.raw);
  try {
    const answer = await answerCall(asked, context, options);
    if (answer instanceof OpenedEvents) return sendEvents(reply.raw, asked, answer, options);
    if (answer instanceof CachedResponse) sendCached(asked, reply.raw, callOf(context), answer, context.origin);
    else send(reply.raw, answer);
    if (context.key !== null) options.unread.hold(context.key.teamId, reply.raw, reply.raw.writableLength);
  } catch (error) {
    options.logger.error({ err: error, requestId: request.id }, 'a request failed');
    if (reply.raw.headersSent) reply.raw.destroy();
    else send(reply.raw, refuse(asked, context, options.tips, fault(asked)));
  }
}

async function unreached(): Promise<never> {
  throw new Error('the request was answered before');
}
