import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { NewBlockSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { pino } from 'pino';
import type { Bus } from '#/bus.ts';
import { connectBus } from '#/nats-bus.ts';

const logger = pino({ level: 'silent' });
const natsServer = process.env.TEST_NATS_SERVER ?? 'nats-server';
const SERVERS = [0, 1, 2];
const RING_EVERY_MS = 20;

let ports: number[];
let routes: number[];
const servers: ChildProcess[] = [];
const buses: Bus[] = [];

beforeEach(async () => {
  const free = await Promise.all([...SERVERS, ...SERVERS].map(() => findFreePort()));
  ports = free.slice(0, SERVERS.length);
  routes = free.slice(SERVERS.length);
  for (const index of SERVERS) startServer(index);
});
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  await Promise.all(SERVERS.map(killServer));
});

function startServer(index: number): void {
  const others = routes.map((port) => `nats://127.0.0.1:${port}`).join(',');
  const client = ['-a', '127.0.0.1', '-p', String(ports[index])];
  const cluster = ['-cluster', `nats://127.0.0.1:${routes[index]}`, '-cluster_name', 'test', '-routes', others];
  servers[index] = spawn(natsServer, [...client, ...cluster], { stdio: 'ignore' });
}

async function killServer(index: number): Promise<void> {
  const server = servers[index];
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

function open(name: string): Bus {
  const url = ports.map((port) => `nats://127.0.0.1:${port}`).join(', ');
  const bus = connectBus({ url, prefix: 'test', name, logger });
  buses.push(bus);
  return bus;
}

async function ringUntilAllHear(bus: Bus, heard: ReadonlySet<number>[], height: number): Promise<void> {
  while (!heard.every((heights) => heights.has(height))) {
    bus.publish(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height });
    await wait(RING_EVERY_MS);
  }
}

test('in a cluster of three each server may be killed in turn: every listener receives events again by itself, and a new one too', async () => {
  const ringer = open('ringer');
  const heard = SERVERS.map((index) => {
    const heights = new Set<number>();
    open(`listener-${index}`).subscribe(SUBJECTS.newBlock, NewBlockSchema, ({ height }) => {
      heights.add(height);
    });
    return heights;
  });
  await ringUntilAllHear(ringer, heard, 1);
  for (const index of SERVERS) {
    await killServer(index);
    const late = new Set<number>();
    open('late').subscribe(SUBJECTS.newBlock, NewBlockSchema, ({ height }) => {
      late.add(height);
    });
    await ringUntilAllHear(ringer, [...heard, late], index + 2);
    startServer(index);
    const alone = connectBus({ url: `nats://127.0.0.1:${ports[index]}`, prefix: 'test', name: 'back', logger });
    buses.push(alone);
    await alone.connected;
    await ringUntilAllHear(alone, heard, index + 10);
  }
});
