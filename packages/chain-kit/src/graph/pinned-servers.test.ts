import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { ReadServer } from '#/databases/read-server.ts';
import { Replica } from '#/databases/replica.ts';
import type { OpenDatabase } from '#/db/sql-writer.ts';
import { PinnedServers } from './pinned-servers.ts';

const CHAIN = 'iChain';
const PIN = { height: 7, hash: 'ab' };
const SLOW = 'SELECT a long time';

/** A server with the pin, where some statements take for ever. */
const open = (): OpenDatabase => ({
  $queryRawUnsafe: <Rows>(sql: string) =>
    sql === SLOW ? new Promise<Rows>(() => undefined) : Promise.resolve([{ ...PIN, serial: 1n }] as Rows),
  $executeRawUnsafe: async () => 0,
  $disconnect: async () => undefined,
});

let primary: ReadServer;
let replicas: Replica[];

beforeEach(() => {
  primary = new ReadServer('primary', open());
  const logger = { info: () => undefined, warn: () => undefined };
  replicas = [1, 2].map((number) => new Replica(`replica ${number}`, open, logger));
});

afterEach(() => Promise.all(replicas.map((replica) => replica.close())));

function keepBusy({ db }: ReadServer, statements: number): void {
  for (let statement = 0; statement < statements; statement += 1) void db.$queryRawUnsafe(SLOW);
}

const databases = () => ({ ...ofAllChains({ primary, replicas }), reads: { primary: 0, replica: 0 } });

async function readsReplica(): Promise<boolean> {
  const servers = new PinnedServers(databases(), new Map([[CHAIN, PIN]]), false);
  expect(await servers.pin(CHAIN)).toEqual(PIN);
  return servers.hasReadReplica;
}

test('the primary is left to its indexer while a replica has little to do', async () => {
  expect(await readsReplica()).toBe(true);
  keepBusy(replicas[0] as Replica, 10);
  expect(await readsReplica()).toBe(true);
  keepBusy(replicas[1] as Replica, 3);
  expect(await readsReplica()).toBe(true);
});

test('the primary helps when every replica has four statements more to do than it', async () => {
  for (const replica of replicas) keepBusy(replica, 4);
  expect(await readsReplica()).toBe(false);
  keepBusy(primary, 1);
  expect(await readsReplica()).toBe(true);
});

// At a new block all requests of a moment wait for the same look-ups.
test('requests that wait for a new block together are divided among the replicas that have it', async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  const logger = { info: () => undefined, warn: () => undefined };
  const slower: OpenDatabase = {
    ...open(),
    $queryRawUnsafe: async <Rows>(sql: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      return open().$queryRawUnsafe<Rows>(sql);
    },
  };
  replicas = [new Replica('replica 1', open, logger), new Replica('replica 2', () => slower, logger)];
  const read = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const servers = new PinnedServers(databases(), new Map([[CHAIN, PIN]]), false);
      await servers.pin(CHAIN);
      return servers.reads(CHAIN);
    }),
  );
  const counts = replicas.map(({ db }) => read.filter((one) => one === db).length);
  expect(Math.min(...counts)).toBeGreaterThan(10);
});
