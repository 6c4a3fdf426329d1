import { once } from 'node:events';
import type { Socket } from 'node:net';
import { HTTP_PEERS } from '@ledgergraph/test-kit/peers/http-peers';
import { addressOf, type Peer } from '@ledgergraph/test-kit/peers/peer';
import { createInternalServer } from './internal-server.ts';

test('an internal server outlives every peer that needs no secret, and holds none of them for ever', async () => {
  const logged: string[] = [];
  const logger = { error: (_: object, line: string) => logged.push(line), warn: () => {} } as never;
  const deadlines = { headMs: 2_000, requestMs: 4_000, silenceMs: 6_000, idleMs: 6_000, lookMs: 100 };
  const server = await createInternalServer({
    secret: 'a-secret-of-32-characters-at-least',
    logger,
    ready: async () => ({ ready: true }),
    deadlines,
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const staying: Peer[] = [];
  try {
    for (const { act } of HTTP_PEERS) {
      staying.push(...(await act(addressOf(url), '/livez')));
      expect((await fetch(`${url}/livez`, { headers: { connection: 'close' } })).status).toBe(200);
    }
    while (sockets.size > 0) {
      const [socket] = sockets;
      if (socket !== undefined && !socket.destroyed) await once(socket, 'close').catch(() => {});
      await new Promise(setImmediate);
    }
    expect(sockets.size).toBe(0);
    expect(logged).toEqual([]);
  } finally {
    for (const peer of staying) peer.destroy();
    await server.close();
  }
});
