import type { FastifyInstance } from 'fastify';
import { Refused } from '#/admission/refused.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { CallContext } from './call-context.ts';
import { answerPreflight } from './check-origin.ts';
import { refuse } from './respond.ts';
import { requestOf, send } from './served-request.ts';

export function addPreflight(
  server: FastifyInstance,
  url: string,
  { origins, tips }: { origins: AllowedOrigins; tips: Pick<TipFollower, 'pins'> },
): void {
  server.route({
    url,
    method: 'OPTIONS',
    onRequest: async (request, reply) => {
      reply.hijack();
      const asked = requestOf(request, reply);
      const answer = answerPreflight(asked, origins);
      const { headers } = request;
      // An unread body would stand before the next request of its connection.
      if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
        reply.raw.setHeader('connection', 'close');
      const response = answer instanceof Refused ? refuse(asked, new CallContext(), tips, answer) : answer;
      send(reply.raw, { ...response, headers: { ...response.headers, 'x-request-id': request.id } });
      return reply;
    },
    handler: async () => {
      throw new Error('the request was answered before');
    },
  });
}
