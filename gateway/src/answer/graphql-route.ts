import { TEAM_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { wantsPage } from '@ledgergraph/service-kit/http/wants-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BodyConcurrency } from '#/http/body-concurrency.ts';
import type { PassToPortal } from '#/portal/pass-to-portal.ts';
import { readPortalLeave } from '#/portal/portal-leave.ts';
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
  /** For browsers, which get a page; undefined: the installation has no portal. */
  passToPortal: PassToPortal | undefined;
}

export function addGraphqlRoute(server: FastifyInstance, given: RouteOptions): void {
  const options = { ...given, persisted: new PersistedQueries(), bodies: new BodyConcurrency() };
  const { passToPortal } = given;
  server.route({
    url: URL,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Before Fastify would read the body, which the stage "body" does behind the key.
    onRequest: [
      (request, reply, done) => {
        if (passToPortal !== undefined && wantsPage(request.raw)) void passToPortal(request, reply);
        else done();
      },
      async (request, reply) => {
        reply.hijack();
        await handleCall(request, reply, options);
        return reply;
      },
    ],
    handler: unreached,
  });
  addPreflight(server, URL, options);
}

type CallOptions = AnswerCallOptions & Pick<RouteOptions, 'unread'>;

async function handleCall(request: FastifyRequest, reply: FastifyReply, options: CallOptions): Promise<void> {
  const context = CallContext.of(request.raw);
  let asked = requestOf(request, reply);
  try {
    const leave = readPortalLeave(asked.headers, options.admission.callers.isOurs);
    if (leave !== undefined) asked = { ...asked, address: leave.address, host: leave.host };
    context.leave = leave;
    const answer = await answerCall(asked, context, options);
    // The portal shares its room among teams.
    if (leave !== undefined && context.key !== null) reply.raw.setHeader(TEAM_HEADER, context.key.teamId);
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
