import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { dumpTables } from './table-dump.ts';

const VIEWS = ['output', 'address_transaction', 'balance_change'];
const BLOCKS = 120;
const KEPT = 60;

const blocks = readNormalizedBlocks('vrsctest-a').slice(0, BLOCKS);
let database: AddressDatabase;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
});
afterAll(() => database.close());

const run = (sql: string): Promise<unknown> => database.prisma.$executeRawUnsafe(sql);

/** Whether rows leave out what the views fill in, and whether one row stands for two. */
async function countForms(): Promise<unknown> {
  return database.prisma.$queryRawUnsafe(
    `SELECT (SELECT count(*) > 0 FROM output_row WHERE address_ids IS NULL) AS "hasShortOutputs",
            (SELECT count(*) > 0 FROM native_transaction) AS "hasNativeTransactions"`,
  );
}

test('rows that the version before writes through the views read as our own, and are reverted with them', async () => {
  const ours = await dumpTables(database.prisma, VRSCTEST);
  const short = { hasShortOutputs: true, hasNativeTransactions: true };
  expect(await countForms()).toEqual([short]);

  await formerRows();
  expect(await countForms()).toEqual([{ hasShortOutputs: false, hasNativeTransactions: false }]);
  expect(await dumpTables(database.prisma, VRSCTEST)).toEqual(ours);

  database.forget();
  await database.revert(VRSCTEST, KEPT);
  await database.apply(blocks.slice(KEPT + 1));
  expect(await countForms()).toEqual([short]);
  expect(await dumpTables(database.prisma, VRSCTEST)).toEqual(ours);
});

/** The statements by which the version before takes transactions off. */
const FORMER_REVERT = [
  `DELETE FROM balance_change USING address_transaction used, unnest(used.currency_ids) AS moved (currency_id)
    WHERE used.chain = 1 AND used.height > ${KEPT} AND balance_change.chain = 1 AND balance_change.address_id = used.address_id
      AND balance_change.currency_id = moved.currency_id AND balance_change.height = used.height AND balance_change.tx_index = used.tx_index`,
  `DELETE FROM address_transaction_row WHERE chain = 1 AND height > ${KEPT}`,
];

test('the version before reverts our rows, and only those above the height', async () => {
  const countRows = (db: Pick<typeof database.prisma, '$queryRawUnsafe'>, where: string) =>
    db.$queryRawUnsafe<{ changes: number; transactions: number }[]>(
      `SELECT (SELECT count(*)::integer FROM balance_change WHERE ${where}) AS changes,
              (SELECT count(*)::integer FROM address_transaction WHERE ${where}) AS transactions`,
    );
  const kept = await countRows(database.prisma, `height <= ${KEPT}`);
  const undone = new Error('rolled back');
  const reverting = database.prisma.$transaction(async (tx) => {
    for (const sql of FORMER_REVERT) await tx.$executeRawUnsafe(sql);
    expect(await countRows(tx, 'true')).toEqual(kept);
    throw undone;
  });
  await expect(reverting).rejects.toBe(undone);
  expect(await countRows(database.prisma, 'true')).not.toEqual(kept);
});

/** Replaces all rows by those that the version before writes. */
async function formerRows(): Promise<void> {
  for (const view of VIEWS) await run(`CREATE TABLE kept_${view} AS SELECT * FROM "${view}"`);
  for (const view of VIEWS) {
    await run(`DELETE FROM "${view}"`);
    await run(`INSERT INTO "${view}" SELECT * FROM kept_${view}`);
    await run(`DROP TABLE kept_${view}`);
  }
}
