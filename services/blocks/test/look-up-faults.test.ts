import { openReader } from '@ledgergraph/chain-kit/db/sql-writer';
import { withDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { findBlocksByHash } from '#/db/find-blocks.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const KEYS = [{ chainId: 'i1', hash: '00'.repeat(32) }];
let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

const faultOf = (read: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(read).then(
    () => 'none',
    (error: unknown) => databaseFault(error),
  );

test('a look-up that Postgres ends counts as slow', async () => {
  const impatient = openReader(database.url, { statementTimeoutMs: 100 });
  try {
    const fault = await database.db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('LOCK TABLE block IN ACCESS EXCLUSIVE MODE');
      return faultOf(findBlocksByHash(impatient, KEYS));
    });
    expect(fault).toBe('slow');
  } finally {
    await impatient.$disconnect();
  }
});

test('a look-up whose deadline is over counts as slow', async () => {
  const reader = openReader(database.url);
  const deadline = new Deadline(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(deadline.isOver).toBe(true);
  expect(await withDeadline(deadline, () => faultOf(findBlocksByHash(reader, KEYS)))).toBe('slow');
  await reader.$disconnect();
});

test('a look-up in a database that cannot be reached counts as away', async () => {
  const url = new URL(database.url);
  url.host = '127.0.0.1:1';
  const away = openReader(`${url}`);
  try {
    expect(await faultOf(findBlocksByHash(away, KEYS))).toBe('away');
  } finally {
    await away.$disconnect();
  }
});
