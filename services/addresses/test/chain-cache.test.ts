import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { createAddressHandler } from '#/indexing/handler.ts';
import { AddressDatabase, networkOf, PCHAIN, type Prepared, VRSCTEST } from './address-database.ts';
import { dumpTables } from './table-dump.ts';

const blocks = readNormalizedBlocks('vrsctest-a');
const orphans = readNormalizedOrphans('vrsctest-a').map((branch) => branch.blocks);
const LOOK_UPS =
  /FROM transaction_place tx|WHERE chain = \$1 AND address = wanted|FROM balance_change change|FROM address_transaction used|FROM holder held/;

async function open(cleanup: AsyncDisposableStack): Promise<AddressDatabase> {
  const database = await AddressDatabase.create();
  cleanup.defer(() => database.close());
  return database;
}

test('results of a rolled-back batch do not count: ids, outputs and balances are those of the blocks that were applied', async () => {
  await using cleanup = new AsyncDisposableStack();
  const [tried, straight] = [await open(cleanup), await open(cleanup)];
  let applied = 0;
  for (const branch of orphans) {
    const fork = branch[0]?.height ?? 0;
    await tried.apply(blocks.slice(applied, fork));
    const write = await tried.handler.prepare(tried.db, networkOf(VRSCTEST), branch, Promise.resolve());
    const failing = tried.db.$transaction(async (tx) => {
      await write(tx);
      throw new Error('the commit failed');
    });
    await expect(failing).rejects.toThrow('the commit failed');
    applied = fork;
  }
  await tried.apply(blocks.slice(applied, applied + 20));
  await straight.apply(blocks.slice(0, applied + 20));
  expect(await dumpTables(tried.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
});

const CHAINS = 'SELECT id, chain_id FROM chain ORDER BY id';

test('a first batch that is rolled back, however often it is tried, costs its chain one number', async () => {
  await using cleanup = new AsyncDisposableStack();
  const tried = await open(cleanup);
  const genesis = blocks.slice(0, 5);
  const failing = async (tx: SqlExecutor): Promise<void> => {
    const write = await tried.handler.prepare(tried.db, networkOf(VRSCTEST), genesis, Promise.resolve());
    await write(tx);
    throw new Error('the commit failed');
  };
  for (const _ of [1, 2, 3]) await expect(tried.db.$transaction(failing)).rejects.toThrow('the commit failed');
  await tried.apply(genesis);
  await tried.apply(readNormalizedBlocks('pchain-a').slice(0, 5));
  expect(await tried.db.$queryRawUnsafe(CHAINS)).toEqual([
    { id: 1, chain_id: VRSCTEST },
    { id: 2, chain_id: PCHAIN },
  ]);
});

test('a database that lost the number of a chain and gave it to another one gets no row under the wrong number', async () => {
  await using cleanup = new AsyncDisposableStack();
  const [lost, straight] = [await open(cleanup), await open(cleanup)];
  const genesis = blocks.slice(0, 20);
  const write = await lost.prepare(genesis);
  // A failover: the standby had not got the number, nor its use.
  await lost.db.$executeRawUnsafe('TRUNCATE chain RESTART IDENTITY');
  await lost.apply(readNormalizedBlocks('pchain-a').slice(0, 5));
  await expect(write()).rejects.toThrow('changed since its rows were prepared');
  await lost.apply(genesis);
  expect(await lost.db.$queryRawUnsafe(CHAINS)).toEqual([
    { id: 1, chain_id: PCHAIN },
    { id: expect.any(Number), chain_id: VRSCTEST },
  ]);
  await straight.apply(genesis);
  expect(await dumpTables(lost.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
});

test('a batch that broke off after it had spent outputs and named addresses starts again from the rows', async () => {
  await using cleanup = new AsyncDisposableStack();
  const [tried, straight] = [await open(cleanup), await open(cleanup)];
  await tried.apply(blocks.slice(0, 300), 100);
  tried.forget();
  await tried.apply(blocks.slice(300, 310));
  const breaking: SqlExecutor = {
    $queryRawUnsafe: (sql, ...values) =>
      sql.includes('FROM holder held')
        ? Promise.reject(new Error('the connection is lost'))
        : tried.db.$queryRawUnsafe(sql, ...values),
    $executeRawUnsafe: (sql, ...values) => tried.db.$executeRawUnsafe(sql, ...values),
  };
  await expect(
    tried.handler.prepare(breaking, networkOf(VRSCTEST), blocks.slice(310, 400), Promise.resolve()),
  ).rejects.toThrow('the connection is lost');
  await tried.apply(blocks.slice(310, 400));
  await straight.apply(blocks.slice(0, 400));
  expect(await dumpTables(tried.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
});

test.each([1, 7, 90])(
  'batches of %i, each prepared before the one before it is written, write what a straight sync does',
  async (size) => {
    await using cleanup = new AsyncDisposableStack();
    const [ahead, straight] = [await open(cleanup), await open(cleanup)];
    const some = blocks.slice(0, Math.min(blocks.length, size * 60));
    let before: Prepared | undefined;
    for (let start = 0; start < some.length; start += size) {
      const next = await ahead.prepare(some.slice(start, start + size));
      await before?.();
      before = next;
    }
    await before?.();
    await straight.apply(some);
    expect(await dumpTables(ahead.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
  },
);

test.each([
  [1, 0, 0],
  [1, 0, 10_000],
  [7, 20, 10_000],
  [7, 10_000, 20],
])(
  'batches of %i that remember %i addresses and %i transactions write what one does that remembers all',
  async (size, addresses, transactions) => {
    await using cleanup = new AsyncDisposableStack();
    const [forgetful, straight] = [await open(cleanup), await open(cleanup)];
    // Starts without cached state on a full database. A batch takes some thirty statements, however small it is.
    await forgetful.apply(blocks.slice(0, 330));
    forgetful.handler = createAddressHandler({ addresses, transactions });
    await forgetful.apply(blocks.slice(330, 450), size);
    await straight.apply(blocks.slice(0, 450), 450);
    expect(await dumpTables(forgetful.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
  },
);

test('a batch that was prepared and never written leaves nothing behind, whether blocks are reverted then or not', async () => {
  await using cleanup = new AsyncDisposableStack();
  const [tried, straight] = [await open(cleanup), await open(cleanup)];
  await tried.apply(blocks.slice(0, 300), 100);
  await tried.prepare(blocks.slice(300, 350));
  await tried.revert(VRSCTEST, 280);
  await tried.apply(blocks.slice(281, 320), 13);
  await tried.prepare(blocks.slice(320, 400));
  await tried.apply(blocks.slice(320, 420), 30);
  await straight.apply(blocks.slice(0, 420));
  expect(await dumpTables(tried.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
});

test('a cursor that another process moved back is followed, and the cache is ignored', async () => {
  await using cleanup = new AsyncDisposableStack();
  const [first, straight] = [await open(cleanup), await open(cleanup)];
  const branch = orphans.at(-1) ?? [];
  const fork = branch[0]?.height ?? 0;
  await first.apply(blocks.slice(0, fork));
  await first.apply(branch);
  const second = AddressDatabase.beside(first);
  await second.revert(VRSCTEST, fork - 1);
  await first.apply(blocks.slice(fork, fork + 20));
  await straight.apply(blocks.slice(0, fork + 20));
  expect(await dumpTables(first.db, VRSCTEST)).toEqual(await dumpTables(straight.db, VRSCTEST));
});

test('a batch that continues the last one looks up less than one that begins with an empty cache', async () => {
  await using cleanup = new AsyncDisposableStack();
  const database = await open(cleanup);
  const asked = async (work: () => Promise<void>): Promise<number> => {
    database.statements.length = 0;
    await work();
    return database.statements.filter((sql) => LOOK_UPS.test(sql)).length;
  };
  await database.apply(blocks.slice(0, 300));
  const continued = await asked(() => database.apply(blocks.slice(300, 310), 1));
  await database.revert(VRSCTEST, 299);
  const again = AddressDatabase.beside(database);
  const begun = await asked(async () => {
    for (const block of blocks.slice(300, 310)) {
      again.forget();
      await again.apply([block]);
    }
  });
  expect(continued).toBeLessThan(begun / 2);
});
