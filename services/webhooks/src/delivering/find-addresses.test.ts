import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { findFaultOfHost } from './check-target.ts';
import { createFindAddresses } from './find-addresses.ts';
import { Sender } from './send-request.ts';

const NAMES: Record<string, number[]> = { 'public.example': [93, 184, 215, 14], 'inside.example': [10, 0, 0, 7] };

const server = createSocket('udp4');
let asked = 0;
server.on('message', (query, { address, port }) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  asked += 1;
  const name = labels.join('.').toLowerCase();
  if (name.endsWith('silent')) return;
  const isOfIpv4 = query.readUInt16BE(at + 1) === 1;
  const found = isOfIpv4 ? NAMES[name] : undefined;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (NAMES[name] === undefined ? 3 : 0), 2);
  head.writeUInt16BE(found === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  const answer = found === undefined ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found];
  server.send(Buffer.concat([head, query.subarray(12, at + 5), Buffer.from(answer)]), port, address);
});

let findAddresses: ReturnType<typeof createFindAddresses>;
beforeAll(async () => {
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  findAddresses = createFindAddresses({ servers: [`127.0.0.1:${port}`], deadlineMs: 1_000 });
});
afterAll(() => void server.close());

test('a name leads to its addresses, an address to itself, localhost to this machine', async () => {
  expect(await findAddresses('public.example')).toEqual(['93.184.215.14']);
  expect(await findAddresses('1.2.3.4')).toEqual(['1.2.3.4']);
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost'])
    expect(await findAddresses(host)).toEqual(['127.0.0.1', '::1']);
  expect(await findAddresses('public.example.org')).toEqual([]);
});

test('whether a name that is not public exists is not to be learned, by making a webhook or by its deliveries', async () => {
  const sender = new Sender([], findAddresses, 5_000);
  const hosts = ['inside.example', 'outside.example', 'a.silent', 'localhost'];
  const faults = await Promise.all(hosts.map((host) => findFaultOfHost(`https://${host}/`, [], findAddresses)));
  expect(faults).toEqual(hosts.map(() => 'The host has no address on the public Internet.'));
  const answers = await Promise.all(hosts.map((host) => sender.send(`https://${host}/`, {}, '{}')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.error).toBe('The host has no address on the public Internet.');
  await sender.close();
});

test('names whose servers are silent have a deadline, and hold up no other look-up', async () => {
  asked = 0;
  const startedAt = performance.now();
  const silent = Promise.all(Array.from({ length: 100 }, (_, index) => findAddresses(`name-${index}.silent`)));
  await Promise.all([lookup('localhost'), findAddresses('public.example')]);
  expect(performance.now() - startedAt).toBeLessThan(900);
  expect((await silent).flat()).toEqual([]);
  expect(asked).toBeGreaterThan(100);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
