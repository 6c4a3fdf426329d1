import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '#/admission/refused.ts';
import { GraphiqlPage, wantsPage } from '#/graphiql/graphiql-page.ts';
import { LargeBodies } from '#/http/large-bodies.ts';
import { CachedResponse } from '#/response-cache/cached-response.ts';
import { sendCached } from '#/response-cache/send-cached.ts';
import { type AnswerCallOptions, answerCall } from './answer-call.ts';
import { CallContext, type CallRequest, type CallResponse, callOf } from './call-context.ts';
import { answerPreflight } from './check-origin.ts';
import { PersistedQueries } from './persisted-queries.ts';
import { fault, refuse } from './respond.ts';
import { OpenedEvents, sendEvents } from './stream-events.ts';

const URL = '/graphql';

export type RouteOptions = Omit<AnswerCallOptions, 'persisted' | 'largeBodies'>;

/** Puts the call's stages behind Fastify: it gives the request, and sends the response. In a browser GET is the page. */
export function addGraphqlRoute(server: FastifyInstance, given: RouteOptions): void {
  const options = { ...given, persisted: new PersistedQueries(), largeBodies: new LargeBodies() };
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
  server.route({
    url: URL,
    method: 'OPTIONS',
    onRequest: async (request, reply) => {
      reply.hijack();
      const asked = requestOf(request, reply);
      const answer = answerPreflight(asked, options.origins);
      const { headers } = request;
      // An unread body would stand before the next request of its connection.
      if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
        reply.raw.setHeader('connection', 'close');
      const response = answer instanceof Refused ? refuse(asked, new CallContext(), options.tips, answer) : answer;
      send(reply.raw, { ...response, headers: { ...response.headers, 'x-request-id': request.id } });
      return reply;
    },
    handler: unreached,
  });
}

async function takeCall(request: FastifyRequest, reply: FastifyReply, options: AnswerCallOptions): Promise<void> {
  const asked = requestOf(request, reply);
  const context = CallContext.of(request.raw);
  try {
    const answer = await answerCall(asked, context, options);
    if (answer instanceof OpenedEvents) sendEvents(reply.raw, asked, answer, options);
    else if (answer instanceof CachedResponse) sendCached(asked, reply.raw, callOf(context), answer, context.origin);
    else send(reply.raw, answer);
  } catch (error) {
    options.logger.error({ err: error, requestId: request.id }, 'a request failed');
    if (reply.raw.headersSent) reply.raw.destroy();
    else send(reply.raw, refuse(asked, context, options.tips, fault(asked)));
  }
}

export function requestOf({ id, method, ip, host, raw }: FastifyRequest, reply: FastifyReply): CallRequest {
  return {
    id,
    method,
    url: raw.url ?? '',
    headers: raw.headers,
    address: ip,
    host,
    body: raw,
    isGone: () => reply.raw.destroyed,
    onClosed: (listener) => void reply.raw.once('close', listener),
  };
}

/** Head and body in one write. */
export function send(raw: ServerResponse, { status, headers, body }: CallResponse): void {
  // They have none: RFC 9110, 8.6 and 15.3.5.
  const hasBody = status !== 204 && status !== 304;
  raw.writeHead(status, hasBody ? { ...headers, 'content-length': body.length } : headers);
  if (typeof body === 'string') raw.end(body, 'latin1');
  else raw.end(body);
}

async function unreached(): Promise<never> {
  throw new Error('the request was answered before');
}
