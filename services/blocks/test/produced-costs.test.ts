import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements, type Statement } from '@ledgergraph/test-kit/list-costs/record-statements';
import { countProducedBlocks, listProducedBlocks } from '#/db/find-produced.ts';
import { insertProducedBlocks } from '#/db/produced-rows.ts';
import { VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const BATCHES = 12;
const BATCH_BLOCKS = 1_000;
/** Each row goes into two indexes, and its kind is looked up in one. */
const PAGES_PER_BLOCK = 25;
const HOT = 'hot';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await numberChain(database.db, VRSCTEST);
  // As during a backfill: blocks come faster than Postgres counts rows.
  await database.db.$executeRawUnsafe('ALTER TABLE produced_block SET (autovacuum_enabled = false)');
});
afterAll(() => database.close());

function blocksFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const height = first + index;
    const producer = height % 3 === 0 ? `fresh ${height}` : height % 3 === 1 ? HOT : `one of ${height % 50}`;
    const validation = height % 2 === 0 ? Validation.WORK : Validation.STAKE;
    return { height, hash: new Uint8Array(32), producer, validation };
  });
}

/** @returns pages of 8 kB that the statement read */
async function pagesToWrite(first: number, count: number): Promise<number> {
  let pages = 0;
  await database.db.$transaction(async (tx) => {
    const explained = async (sql: string, ...values: unknown[]): Promise<number> => {
      pages += (await explainStatement(tx, { sql, values })).pages;
      return count;
    };
    await insertProducedBlocks(
      { ...tx, $executeRawUnsafe: explained } as SqlExecutor,
      VRSCTEST,
      blocksFrom(first, count),
    );
  });
  return pages;
}

test('a batch of a backfill costs the same however many blocks there are', async () => {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const pages = await pagesToWrite(batch * BATCH_BLOCKS, BATCH_BLOCKS);
    expect({ batch, pages, isDear: pages > PAGES_PER_BLOCK * BATCH_BLOCKS }).toMatchObject({ batch, isDear: false });
  }
  const first = BATCHES * BATCH_BLOCKS;
  for (let height = first; height < first + 3; height += 1) {
    expect(await pagesToWrite(height, 1)).toBeLessThan(2 * PAGES_PER_BLOCK);
  }
});

test.each([
  ['whose only block is the third', 'fresh 3', 1],
  ['of a third of all blocks', HOT, Math.ceil((BATCHES * BATCH_BLOCKS) / 3)],
  ['that is not there', 'unknown', 0],
])('the number of blocks of a producer %s takes a few pages', async (_, producer, number) => {
  const { db, take } = recordStatements(database.db);
  const filter = { chainId: VRSCTEST, producer, validation: null, height: BATCHES * BATCH_BLOCKS };
  expect(await countProducedBlocks(db, filter)).toBe(number);
  const [statement] = take();
  expect((await explainStatement(database.db, statement as Statement)).pages).toBeLessThan(2 * PAGES_PER_BLOCK);
});

test.each(['ASC', 'DESC'] as const)('a page of the blocks of a rare producer, %s, takes a few pages', async (order) => {
  const { db, take } = recordStatements(database.db);
  const filter = { chainId: VRSCTEST, producer: 'fresh 3', validation: null };
  await listProducedBlocks(db, filter, { from: 0, to: BATCHES * BATCH_BLOCKS }, order, 50);
  const [statement] = take();
  expect((await explainStatement(database.db, statement as Statement)).pages).toBeLessThan(2 * PAGES_PER_BLOCK);
});
