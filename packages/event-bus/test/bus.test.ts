import { type ChildProcess, spawn } from 'node:child_process';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { type NewBlock, NewBlockSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { pino } from 'pino';
import type { Bus } from '#/bus.ts';
import { MemoryBus } from '#/memory-bus.ts';
import { connectBus } from '#/nats-bus.ts';

const logger = pino({ level: 'silent' });
const natsServer = process.env.TEST_NATS_SERVER ?? 'nats-server';

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A broadcast does not reach those who subscribe later. */
async function ringUntilHeard(bus: Bus, heard: NewBlock[], height: number): Promise<void> {
  await until(() => {
    bus.publish(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height });
    return heard.some((event) => event.height === height);
  });
}

function hear(bus: Bus): { heard: NewBlock[]; stop: () => void } {
  const heard: NewBlock[] = [];
  const stop = bus.subscribe(SUBJECTS.newBlock, NewBlockSchema, (event) => {
    heard.push(event);
  });
  return { heard, stop };
}

test('in memory every listener receives events until it stops', async () => {
  const bus = new MemoryBus();
  const [one, two] = [hear(bus), hear(bus)];
  await ringUntilHeard(bus, two.heard, 1);
  expect(one.heard.map((event) => event.height)).toContain(1);
  one.stop();
  await ringUntilHeard(bus, two.heard, 2);
  expect(one.heard.map((event) => event.height)).not.toContain(2);
});

test('without a broker the bus opens, drops its events, and closes', async () => {
  const bus = connectBus({ url: `127.0.0.1:${await findFreePort()}`, prefix: 'test', name: 'alone', logger });
  expect(bus.isConnected()).toBe(false);
  bus.publish(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height: 1 });
  expect(await bus.publishConfirmed(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height: 1 })).toBe(false);
  await bus.close();
});

describe('over NATS', () => {
  let port: number;
  let server: ChildProcess;
  const opened: Bus[] = [];

  function startServer(): void {
    server = spawn(natsServer, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  }

  async function stopServer(): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }

  function open(prefix = 'test'): Bus & { connected: Promise<void> } {
    const bus = connectBus({ url: `127.0.0.1:${port}`, prefix, name: 'test', logger });
    opened.push(bus);
    return bus;
  }

  beforeEach(async () => {
    port = await findFreePort();
    startServer();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
    await stopServer();
  });

  test('one process receives the events of another with the same prefix only', async () => {
    const [from, to, elsewhere] = [open(), open(), open('other')];
    const [near, far] = [hear(to), hear(elsewhere)];
    await Promise.all([from.connected, to.connected, elsewhere.connected]);
    await ringUntilHeard(from, near.heard, 7);
    expect(near.heard[0]).toMatchObject({ chainId: 'iX', height: 7 });
    expect(far.heard).toEqual([]);
    expect(await from.publishConfirmed(SUBJECTS.newBlock, NewBlockSchema, { chainId: 'iX', height: 8 })).toBe(true);
  });

  test('a broker that starts late is found, and earlier listeners receive its events', async () => {
    await stopServer();
    const bus = open();
    const { heard } = hear(bus);
    startServer();
    await bus.connected;
    await ringUntilHeard(bus, heard, 1);
  });

  test('a broker that goes and comes back is found again', async () => {
    const bus = open();
    const { heard } = hear(bus);
    await bus.connected;
    await ringUntilHeard(bus, heard, 1);
    await stopServer();
    await until(() => !bus.isConnected());
    startServer();
    await until(() => bus.isConnected());
    await ringUntilHeard(bus, heard, 2);
  });
});
