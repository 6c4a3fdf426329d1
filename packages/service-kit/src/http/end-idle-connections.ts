import type { FastifyInstance } from 'fastify';

const LOOK_MS = 50;

/**
 * While the server closes, ends each connection as soon as its last answer is out. Node ends only those that are idle when the close
 * begins: a connection with a response in progress would be kept alive until its client or the keep-alive time ends it, longer than a stop may take.
 */
export function endIdleConnectionsOnClose(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  server.addHook('preClose', async () => {
    timer = setInterval(() => server.server.closeIdleConnections(), LOOK_MS);
  });
  server.addHook('onClose', async () => clearInterval(timer));
}
