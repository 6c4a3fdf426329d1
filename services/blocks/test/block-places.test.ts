import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { findSpends } from '#/db/find-spends.ts';
import { readBlock } from '#/indexing/read-blocks.ts';
import { writeLeftBranch } from '#/indexing/write-left-branch.ts';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');
const [branch = []] = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);
const FORK = Number(branch[0]?.height) - 1;

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, main.slice(0, FORK + 1));
});
afterEach(() => database.close());

const readPlaces = () =>
  database.db.$queryRawUnsafe<object[]>(
    `SELECT height, ordinal, encode(hash, 'hex') AS hash, main,
           (SELECT count(*)::integer FROM transaction tx WHERE (tx.chain, tx.height, tx.ordinal) = (block.chain, block.height, block.ordinal))
             AS transactions
      FROM block WHERE height > $1 ORDER BY height, ordinal`,
    FORK,
  );

const placeOf = (block: Block, ordinal: number, isMain: boolean) => ({
  height: block.height,
  ordinal,
  hash: hashOf(block),
  main: isMain,
  transactions: block.transactions.length,
});

const places = (first: { of: readonly Block[]; main: boolean }, second: { of: readonly Block[]; main: boolean }) =>
  branch.flatMap((_, index) => [
    placeOf(first.of[index] as Block, 0, first.main),
    placeOf(second.of[index] as Block, 1, second.main),
  ]);

const inPlace = main.slice(FORK + 1, FORK + 1 + branch.length);

test('blocks of a height are numbered in the order in which they came, and keep their rows when they come back', async () => {
  const { db } = database;
  await apply(db, branch);
  await revert(db, FORK);
  await apply(db, inPlace);
  expect(await readPlaces()).toEqual(places({ of: branch, main: false }, { of: inPlace, main: true }));
  await revert(db, FORK);
  const [first, ...others] = branch as [Block, ...Block[]];
  await apply(db, [first]);
  await apply(db, others);
  expect(await readPlaces()).toEqual(places({ of: branch, main: true }, { of: inPlace, main: false }));
  await revert(db, FORK);
  await apply(db, main.slice(FORK + 1));
  expect((await readPlaces()).slice(0, 2 * branch.length)).toEqual(
    places({ of: branch, main: false }, { of: inPlace, main: true }),
  );
});

test('a branch that the node has left and the next blocks of the chain get their places one after the other', async () => {
  const { db } = database;
  const keep = await findCursor(db, VRSCTEST);
  if (keep === null) throw new Error('nothing is applied');
  const held = await openDatabaseLock(database, 'reorg');
  const blocks = branch.map((block) => readBlock(block));
  const left = writeLeftBranch(db, VRSCTEST, { keep, blocks }, keep);
  await waitFor(async () => (await countWaiting()) === 1, {
    what: 'the branch to be written, but for its reorganisation',
  });
  const applied = apply(db, inPlace);
  await waitFor(async () => (await countWaiting()) === 2, { what: 'the blocks to wait for the cursor' });
  await held.release();
  await Promise.all([left, applied]);
  expect(await readPlaces()).toEqual(places({ of: branch, main: false }, { of: inPlace, main: true }));
  expect(hex(inPlace.at(-1)?.hash ?? new Uint8Array())).toBe((await findCursor(db, VRSCTEST))?.hash);
});

test('the spender of an output is read from the block that is in force, whichever came first', async () => {
  const { db } = database;
  await apply(db, branch);
  await revert(db, FORK);
  await apply(db, main.slice(FORK + 1));
  const expected = inPlace.flatMap(({ height, transactions }) =>
    transactions.flatMap(({ txid: spender, inputs }) =>
      inputs.flatMap(({ coinbase, txid, vout }, index) =>
        coinbase.length > 0 ? [] : [{ txid: hex(txid), vout, spend: { txid: hex(spender), index, height } }],
      ),
    ),
  );
  expect(expected.length).toBeGreaterThan(0);
  const found = await findSpends(
    db,
    expected.map(({ txid, vout }) => ({ chainId: VRSCTEST, txid, vout })),
  );
  expect(found).toMatchObject(expected.map(({ spend }) => spend));
});

async function countWaiting(): Promise<number> {
  const [row] = await database.db.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

async function openDatabaseLock({ db }: TestDatabase, table: string): Promise<{ release(): Promise<void> }> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = db.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(`LOCK TABLE ${table} IN SHARE MODE`);
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  return {
    release: async () => {
      ended.resolve();
      await transaction;
    },
  };
}
