import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { fastify } from 'fastify';
import { EventStream } from '#/management/event-stream.ts';

test('a reader that reads nothing is cut, and what waits for it is bounded', async () => {
  const server = fastify();
  let sent = 0;
  let held = 0;
  let isCut = false;
  server.get('/', async (_request, reply) => {
    const stream = new EventStream(reply, 500);
    const { raw } = reply;
    try {
      for (;;) {
        await stream.send('event', { text: 'x'.repeat(100_000) });
        sent += 1;
        held = Math.max(held, raw.writableLength);
      }
    } catch {
      isCut = true;
    }
    stream.end();
    return reply;
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await waitFor(() => isCut, { what: 'the reader to be cut' });
  // The rest is in the buffers of the operating system.
  expect(held).toBeLessThan(300_000);
  expect(sent).toBeLessThan(1_000);
  socket.destroy();
  await server.close();
});
