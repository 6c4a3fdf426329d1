import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;
/** A connection that was just opened has its first request on the way. */
const FIRST_REQUEST_MS = 1_000;

/**
 * While the server closes, ends each connection as soon as its last answer is out. Node by itself ends only those that are idle when the
 * close begins: one with a response in progress would be kept alive until its client or the keep-alive time ends it, longer than a stop
 * may take. Nor does Node count those as idle that clients open in advance, as browsers do, and have not sent anything on.
 */
export function endIdleConnectionsOnClose(server: FastifyInstance): void {
  const openedAt = new Map<Socket, number>();
  let timer: NodeJS.Timeout | undefined;
  // One function for all: thousands of streams may be open.
  function forget(this: Socket): void {
    openedAt.delete(this);
  }
  server.server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', forget);
  });
  server.addHook('preClose', async () => {
    timer = setInterval(() => {
      server.server.closeIdleConnections();
      const before = performance.now() - FIRST_REQUEST_MS;
      for (const [socket, since] of openedAt) if (socket.bytesRead === 0 && since < before) socket.destroy();
    }, LOOK_MS);
  });
  server.addHook('onClose', async () => clearInterval(timer));
}
