import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import pg from 'pg';
import { connectClient } from '#/db/connect-client.ts';
import { databaseFault } from '#/db/database-fault.ts';
import { openPool, type ServerPool } from '#/db/open-pool.ts';
import { createAdapter } from '#/db/prisma-adapter.ts';
import { type DoorServer, startPair, urlOf } from './server-pair.ts';

const CALLERS = 200;

let primary: DoorServer;
let standby: DoorServer;
let pool: ServerPool;
let prisma: Awaited<ReturnType<ReturnType<typeof createAdapter>['connect']>>;

beforeAll(async () => {
  ({ primary, standby } = await startPair());
  // A place in the list must be no reason to be chosen.
  const url = urlOf([standby, primary], 'read-write');
  pool = openPool(url, { max: 5, query_timeout: 60_000 });
  prisma = await createAdapter(url, { max: 2 }).connect();
});

afterAll(async () => {
  await prisma?.dispose();
  await pool?.end();
  await standby?.close();
  await primary?.close();
});

const WHO = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('primary_conninfo') AS source`;
const askPrisma = (sql: string) => prisma.queryRaw({ sql, args: [], argTypes: [] });
async function onServer(server: DoorServer, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.postgres.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
const write = () => pool.query('INSERT INTO written DEFAULT VALUES');

test('a pool writes to the primary, whatever its place in the list', async () => {
  // On a busy machine a connection comes late, beyond its short deadline.
  await waitFor(async () => (await pool.query('SELECT 1')).rowCount === 1, { what: 'a connection of the pool' });
  await waitFor(async () => (await askPrisma('SELECT 1')).rows.length === 1, { what: 'a connection of Prisma' });
  await pool.query('CREATE TABLE written (number serial)');
  await write();
  await askPrisma('INSERT INTO written DEFAULT VALUES RETURNING number');
  const reader = await waitFor(() => connectClient(urlOf([primary, standby], 'standby')), { what: 'a reader' });
  await waitFor(async () => (await reader.query('SELECT * FROM written')).rowCount === 2, { what: 'the replica' });
  expect((await reader.query(WHO)).rows[0]).toMatchObject({ isStandby: true });
  await reader.end();
});

test('connections to a primary that vanishes without a word go on at the one that takes over', async () => {
  const isWaiting = pool.query('SELECT 1 FROM pg_sleep(60)').then(
    () => 'answered',
    (error: Error) => databaseFault(error),
  );
  await waitFor(() => pool.totalCount - pool.idleCount > 0, { what: 'the statement to run' });
  await askPrisma('SELECT 1');
  primary.fallSilent();
  await onServer(standby, 'SELECT pg_promote()');
  const before = standby.connections;
  const startedAt = performance.now();
  const prismaWaits = askPrisma('SELECT 1').then(() => 'answered', databaseFault);
  expect([await isWaiting, await prismaWaits]).toEqual(['away', 'away']);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await write();
  await askPrisma('INSERT INTO written DEFAULT VALUES RETURNING number');
  expect((await pool.query(WHO)).rows[0]).toMatchObject({ isStandby: false, source: expect.stringContaining('host') });
  expect(standby.connections - before).toBeLessThan(12);
});

test('a server that was demoted under its connections fails one write as absent, and is found again by itself', async () => {
  await onServer(standby, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await onServer(standby, 'SELECT pg_reload_conf()');
  const faults = new Set<unknown>();
  await waitFor(
    () =>
      write().then(
        () => false,
        (error) => faults.add(databaseFault(error)) && /no server/.test(error.message),
      ),
    {
      what: 'the pool to leave the server',
    },
  );
  expect([...faults]).toEqual(['away']);
  const again = askPrisma('INSERT INTO written DEFAULT VALUES RETURNING number');
  expect(await again.then(() => 'written', databaseFault)).toBe('away');
});

test('while no server suits, many callers make few searches, and none of them waits', async () => {
  const before = standby.connections;
  const startedAt = performance.now();
  const outcomes: Promise<unknown>[] = [];
  for (let call = 0; call < CALLERS; call += 1) {
    outcomes.push(write().then(() => 'written', databaseFault));
    await wait(5);
  }
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['away']));
  const searches = (performance.now() - startedAt) / 250 + 2;
  expect(standby.connections - before).toBeLessThan(searches);
  await onServer(standby, 'ALTER SYSTEM RESET default_transaction_read_only');
  await onServer(standby, 'SELECT pg_reload_conf()');
  await waitFor(async () => (await write()).rowCount === 1, { what: 'writes to go on', timeoutMs: 10_000 });
});
