import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { NatsProxy } from './nats-proxy.ts';

let broker: Server;
let received = '';
let proxy: NatsProxy;
let client: Socket;

beforeEach(async () => {
  received = '';
  broker = createServer((socket) => {
    socket.write('INFO {}\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  proxy = await NatsProxy.start((broker.address() as AddressInfo).port, new Random(1));
  client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'data');
});

afterEach(async () => {
  client.destroy();
  await proxy.stop();
  broker.close();
});

const publish = (text: string): boolean => client.write(`PUB a ${Buffer.byteLength(text)}\r\n${text}\r\n`);
let flushes = 0;
/** Bytes since the last time: all that was sent before a PING has passed when the PING has. */
async function flush(): Promise<string> {
  flushes += 1;
  const mark = `PING ${flushes}\r\n`;
  client.write(mark);
  await waitFor(() => received.endsWith(mark), { what: 'the broker to hear all' });
  const text = received.slice(0, -mark.length);
  received = '';
  return text;
}

test('without faults everything passes as it is, in whatever pieces it comes', async () => {
  const text = 'SUB a 1\r\nPUB a 8\r\nPING\r\nxy\r\nPUB b 0\r\n\r\n';
  for (const character of text) client.write(character);
  expect(await flush()).toBe(text);
});

test('only messages are lost, repeated and reordered; each arrives whole', async () => {
  proxy.setFaults({ lost: 1, repeated: 0, late: 0 });
  publish('gone');
  client.write('SUB b 2\r\n');
  expect(await flush()).toBe('SUB b 2\r\n');
  proxy.setFaults({ lost: 0, repeated: 1, late: 0 });
  publish('twice');
  expect(await flush()).toBe('PUB a 5\r\ntwice\r\nPUB a 5\r\ntwice\r\n');
  proxy.setFaults({ lost: 0, repeated: 0, late: 1 });
  for (const text of ['1', '2']) publish(text);
  expect(await flush()).toBe('');
  proxy.setFaults(null);
  publish('3');
  expect(await flush()).toBe('PUB a 1\r\n3\r\nPUB a 1\r\n2\r\nPUB a 1\r\n1\r\n');
});

test('a cut ends the connection', async () => {
  const closed = once(client, 'close');
  proxy.cut();
  await closed;
});
