import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { dumpTables } from './table-dump.ts';

const VIEWS = ['output', 'address_transaction'];
const BLOCKS = 120;
const KEPT = 60;

const blocks = readNormalizedBlocks('vrsctest-a').slice(0, BLOCKS);
let database: AddressDatabase;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
});
afterAll(() => database.close());

/** Whether rows leave out what the views fill in. */
async function countForms(): Promise<unknown> {
  return database.prisma.$queryRawUnsafe(
    `SELECT (SELECT count(*) > 0 FROM output_row WHERE address_ids IS NULL) AS "hasShortOutputs",
            (SELECT count(*) > 0 FROM address_transaction_row WHERE currency_ids IS NULL) AS "hasShortTransactions"`,
  );
}

test('rows that the version before writes through the views read as our own, and are reverted with them', async () => {
  const ours = await dumpTables(database.prisma, VRSCTEST);
  const short = { hasShortOutputs: true, hasShortTransactions: true };
  expect(await countForms()).toEqual([short]);

  for (const view of VIEWS) {
    await database.prisma.$executeRawUnsafe(`CREATE TABLE kept_${view} AS SELECT * FROM "${view}"`);
    await database.prisma.$executeRawUnsafe(`DELETE FROM "${view}"`);
    await database.prisma.$executeRawUnsafe(`INSERT INTO "${view}" SELECT * FROM kept_${view}`);
    await database.prisma.$executeRawUnsafe(`DROP TABLE kept_${view}`);
  }
  expect(await countForms()).toEqual([{ hasShortOutputs: false, hasShortTransactions: false }]);
  expect(await dumpTables(database.prisma, VRSCTEST)).toEqual(ours);

  database.forget();
  await database.revert(VRSCTEST, KEPT);
  await database.apply(blocks.slice(KEPT + 1));
  expect(await countForms()).toEqual([short]);
  expect(await dumpTables(database.prisma, VRSCTEST)).toEqual(ours);
});
