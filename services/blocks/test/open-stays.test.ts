import { enterPool, leavePool, lockPool } from '#/db/pool-rows.ts';
import { OpenStays } from '#/pool/open-stays.ts';
import { VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const [A, B, C] = ['aa', 'bb', 'cc'].map((pair) => pair.repeat(32)) as [string, string, string];

let database: TestDatabase;
let lists: number;
let db: TestDatabase['db'];
beforeEach(async () => {
  database = await openDatabase();
  lists = 0;
  const { $queryRawUnsafe } = database.db;
  db = {
    ...database.db,
    $queryRawUnsafe: (sql, ...values) => {
      if (sql.includes('left_serial IS NULL')) lists += 1;
      return $queryRawUnsafe(sql, ...values);
    },
  };
});
afterEach(() => database.close());

async function enter(txids: string[]): Promise<{ before: bigint; after: bigint }> {
  return database.db.$transaction(async (tx) => {
    const before = await lockPool(tx, VRSCTEST);
    return { before, after: before + BigInt(await enterPool(tx, VRSCTEST, txids, before)) };
  });
}

async function leave(txid: string): Promise<{ before: bigint; after: bigint }> {
  return database.db.$transaction(async (tx) => {
    const before = await lockPool(tx, VRSCTEST);
    await leavePool(tx, VRSCTEST, [{ txid, reason: 'REMOVED', height: 1, conflictsWith: [] }], before);
    return { before, after: before + 1n };
  });
}

test('after changes that were followed, the open stays are known without reading them again', async () => {
  const open = new OpenStays();
  await enter([A, B]);
  expect([...(await open.load(db, VRSCTEST))].sort()).toEqual([A, B]);
  open.follow({ entered: [C], ...(await enter([C])) });
  open.follow({ left: [A], ...(await leave(A)) });
  expect([...(await open.load(db, VRSCTEST))].sort()).toEqual([B, C]);
  expect(lists).toBe(1);
});

test('after a change of another’s they are read again, also when one that was followed came later', async () => {
  const open = new OpenStays();
  await enter([A]);
  await open.load(db, VRSCTEST);
  await leave(A);
  open.follow({ entered: [B], ...(await enter([B])) });
  expect([...(await open.load(db, VRSCTEST))]).toEqual([B]);
  expect(lists).toBe(2);
});
