import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { Ports } from './ports.ts';

async function portsFile(): Promise<string> {
  return join(await temporaryFolder(), 'ports.json');
}

test('each name keeps its port from start to start', async () => {
  const file = await portsFile();
  const first = await Ports.open(file);
  const given = [await first.take('nats'), await first.take('gateway')];
  expect(new Set(given).size).toBe(2);
  const second = await Ports.open(file);
  expect([await second.take('nats'), await second.take('gateway')]).toEqual(given);
});

test('a port that another process took meanwhile is replaced', async () => {
  const file = await portsFile();
  const port = await (await Ports.open(file)).take('nats');
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await (await Ports.open(file)).take('nats')).not.toBe(port);
  server.close();
});

test('the requested port goes to no other process', async () => {
  const file = await portsFile();
  const port = await (await Ports.open(file)).take('nats');
  expect(await (await Ports.open(file, port)).take('nats')).not.toBe(port);
});

test('a port that fetch refuses is not given again, though it was once', async () => {
  const file = await portsFile();
  await writeFile(file, JSON.stringify({ gateway: 6000 }));
  expect(await (await Ports.open(file)).take('gateway')).not.toBe(6000);
});
