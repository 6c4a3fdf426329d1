import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;
/** The first request of a new connection may be on its way. */
const FIRST_REQUEST_MS = 1_000;

/**
 * Ends each connection of a closing server after its last answer. Node ends only those that are idle when the close begins, and does not
 * count as idle those that clients open in advance.
 */
export function endIdleConnectionsOnClose(server: FastifyInstance): void {
  const openedAt = new Map<Socket, number>();
  let timer: NodeJS.Timeout | undefined;
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
