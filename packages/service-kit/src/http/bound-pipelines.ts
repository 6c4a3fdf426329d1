import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Clients that do not wait for answers have a handful of requests on their way. */
const UNANSWERED_MAX = 16;

/**
 * Ends connections with too many unanswered requests (RFC 9112, 9.3.2). Node begins all of them at once and keeps each answer until
 * those before it are read, so one connection could hold hundreds of large answers.
 */
export function boundPipelines(server: FastifyInstance, max = UNANSWERED_MAX): void {
  const unanswered = new WeakMap<Socket, number>();
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > max) return void socket.destroy();
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });
}
