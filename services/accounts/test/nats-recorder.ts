import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type NatsRecorder = {
  url: string;
  published: { subject: string; payload: Buffer }[];
  stop: () => Promise<void>;
};

/** Supports only what a publishing client needs. */
export async function startNatsRecorder(): Promise<NatsRecorder> {
  const published: NatsRecorder['published'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('INFO {"server_id":"recorder","version":"2.9.10","proto":1,"max_payload":1048576}\r\n');
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (
        let rest = takeCommand(pending, socket, published);
        rest !== undefined;
        rest = takeCommand(pending, socket, published)
      )
        pending = rest;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    published,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the rest, or undefined while the command is incomplete. */
function takeCommand(
  data: Buffer,
  socket: Socket,
  published: NatsRecorder['published'],
): Buffer<ArrayBuffer> | undefined {
  const end = data.indexOf('\r\n');
  if (end < 0) return undefined;
  const line = data.toString('utf8', 0, end);
  const next = end + 2;
  const publication = /^PUB (\S+) (\d+)$/.exec(line);
  if (publication === null) {
    if (line === 'PING') socket.write('PONG\r\n');
    return Buffer.from(data.subarray(next));
  }
  const [, subject = '', size = ''] = publication;
  const after = next + Number(size);
  if (data.length < after + 2) return undefined;
  published.push({ subject, payload: Buffer.from(data.subarray(next, after)) });
  return Buffer.from(data.subarray(after + 2));
}
