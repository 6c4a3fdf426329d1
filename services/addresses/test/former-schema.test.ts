import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { PrismaClient } from '#/generated/prisma/client.ts';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { openAddressGraph } from './address-graph.ts';
import { listMigrations, listMigrationsBefore, MIGRATIONS } from './former-migrations.ts';
import { writeFormerRows } from './former-rows.ts';
import { dumpTables } from './table-dump.ts';

const IDS = 'ids_in_place_of_addresses_and_hashes';
const GUARDS = 'outputs_behind_guards';
const AMOUNTS = 'amounts_behind_guards';
const BLOCKS = 120;

/** A row that the version before would have left behind in each kind of table. */
const FORMER_ROWS = [
  `INSERT INTO applied_block (chain_id, height, hash, time) VALUES ('${VRSCTEST}', 700, '${'ab'.repeat(32)}', 1)`,
  `INSERT INTO sync_cursor (chain_id, height, hash) VALUES ('${VRSCTEST}', 700, '${'ab'.repeat(32)}')`,
  `INSERT INTO address_output (chain_id, address, height, tx_index, vout, txid, is_spendable, is_coinbase, currency_ids, is_native)
   VALUES ('${VRSCTEST}', 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s', 700, 1, 0, '\\x00', true, false, '{}', true)`,
  `INSERT INTO holder (chain_id, currency_id, holder, balance)
   VALUES ('${VRSCTEST}', '${VRSCTEST}', 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s', 7)`,
];

/** Rows of the version that knew no state of identities: with an id for the chain, so that its rows would be read as new ones. */
const UNGUARDED_ROWS = [
  ...FORMER_ROWS.slice(0, 2),
  `INSERT INTO chain (id, chain_id) VALUES (7, '${VRSCTEST}')`,
  `INSERT INTO address (chain, id, address, height) VALUES (7, 1, '${VRSCTEST}', 0), (7, 2, 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s', 1)`,
  `INSERT INTO address_utxo (chain, address_id, is_spendable, is_native, height, tx_index, vout, is_coinbase)
   VALUES (7, 2, true, true, 700, 1, 0, false)`,
  `INSERT INTO holder (chain, currency_id, holder_id, balance, holder)
   VALUES (7, 1, 2, 7, 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s')`,
];

/** Rows of the version that marked each output as spent or not: two outputs of address 2, the second with token 3, and the first spent. */
const MARKED_ROWS = [
  "INSERT INTO chain (id, chain_id) VALUES (1, 'iChain')",
  `INSERT INTO address_output (chain, address_id, height, tx_index, vout, is_spendable, is_coinbase, is_native, spent_height)
   VALUES (1, 2, 5, 0, 0, true, true, true, 9), (1, 2, 6, 1, 2, false, false, true, NULL)`,
  `INSERT INTO token_output (chain, address_id, currency_id, height, tx_index, vout, is_spendable, is_coinbase, spent_height)
   VALUES (1, 2, 3, 5, 0, 0, true, true, 9), (1, 2, 3, 6, 1, 2, false, false, NULL)`,
];

test('outputs that were marked as spent move to a table of their own, and none is lost', async () => {
  await using cleanup = new AsyncDisposableStack();
  const all = await listMigrations();
  const before = all.slice(0, all.findIndex((name) => name.endsWith(IDS)) + 1);
  const database = await createTestDatabase({ service: 'addresses', migrations: before });
  const client = new PrismaClient({ adapter: createAdapter(database.url) });
  cleanup.defer(() => database.drop());
  cleanup.defer(() => client.$disconnect());
  for (const sql of MARKED_ROWS) await client.$executeRawUnsafe(sql);

  const only = all.slice(0, before.length + 1);
  await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS, only });
  const rowsOf = (table: string) => client.$queryRawUnsafe(`SELECT * FROM ${table}`);
  const place = { chain: 1, address_id: 2, height: 5, tx_index: 0, vout: 0, is_spendable: true, is_coinbase: true };
  const unspent = { ...place, height: 6, tx_index: 1, vout: 2, is_spendable: false, is_coinbase: false };
  expect(await rowsOf('address_utxo')).toEqual([{ ...unspent, is_native: true }]);
  expect(await rowsOf('address_spent_output')).toEqual([{ ...place, is_native: true, spent_height: 9 }]);
  expect(await rowsOf('token_utxo')).toEqual([{ ...unspent, currency_id: 3 }]);
  expect(await rowsOf('token_spent_output')).toEqual([{ ...place, currency_id: 3, spent_height: 9 }]);
});

test.each([
  ['ids', IDS, FORMER_ROWS],
  ['guards', GUARDS, UNGUARDED_ROWS],
])(
  'a database of the version before %s is taken over: it is indexed from the first block, and answers',
  async (_, newer, rows) => {
    await using cleanup = new AsyncDisposableStack();
    const database = await createTestDatabase({ service: 'addresses', migrations: await listMigrationsBefore(newer) });
    const former = new PrismaClient({ adapter: createAdapter(database.url) });
    for (const sql of rows) await former.$executeRawUnsafe(sql);
    await former.$disconnect();

    const applied = await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS });
    expect(applied.some((name) => name.endsWith(newer))).toBe(true);
    const blocks = readNormalizedBlocks('vrsctest-a').slice(0, BLOCKS);
    const [taken, fresh] = [await AddressDatabase.open(database), await AddressDatabase.create()];
    cleanup.defer(() => taken.close());
    cleanup.defer(() => fresh.close());
    expect(await taken.prisma.syncCursor.findMany()).toEqual([]);
    await taken.apply(blocks);
    await fresh.apply(blocks);
    expect(await dumpTables(taken.prisma, VRSCTEST)).toEqual(await dumpTables(fresh.prisma, VRSCTEST));

    const query = '{ richList(limit: 3) { asOfHeight totalCount entries { balance address { address txCount } } } }';
    const [graph, freshGraph] = [await openAddressGraph(taken), await openAddressGraph(fresh)];
    cleanup.defer(() => graph.close());
    cleanup.defer(() => freshGraph.close());
    const answer = await graph.ask(query);
    expect(answer).toEqual(await freshGraph.ask(query));
    expect(answer.data.richList.asOfHeight).toBe(BLOCKS - 1);
  },
);

test('a database of the version before amounts keeps its rows, is reverted, and gets what an indexer writes now', async () => {
  await using cleanup = new AsyncDisposableStack();
  const blocks = readNormalizedBlocks('vrsctest-a');
  const fresh = await AddressDatabase.create();
  cleanup.defer(() => fresh.close());
  await fresh.apply(blocks);
  const database = await createTestDatabase({ service: 'addresses', migrations: await listMigrationsBefore(AMOUNTS) });
  const former = new PrismaClient({ adapter: createAdapter(database.url) });
  // That version had no row of what a contract holds.
  await writeFormerRows(former, fresh, blocks, { guarded_count: 'guard_id = -1' });
  await former.$disconnect();

  await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS });
  const taken = await AddressDatabase.open(database);
  cleanup.defer(() => taken.close());
  expect((await taken.prisma.syncCursor.findMany()).map(({ height }) => height)).toEqual([blocks.length - 1]);
  const dump = await dumpTables(taken.prisma, VRSCTEST);
  expect(dump).toEqual(await dumpTables(fresh.prisma, VRSCTEST));
  expect(dump.output?.filter((row) => row.includes('"script": null')).length).toBeGreaterThan(1_000);
  expect(dump.guarded_count?.filter((row) => row.includes('"guard_id": -1')).length).toBeGreaterThan(10);

  // Its rows are the long ones, which views show as short ones are shown: a revert finds them, and short ones take their place.
  expect(await countForms(taken)).toEqual({ short: 0, native: 0 });
  await taken.revert(VRSCTEST, BLOCKS);
  await taken.apply(blocks.slice(BLOCKS + 1));
  const { short, native } = await countForms(taken);
  expect([short > 0, native > 0]).toEqual([true, true]);
  expect(await dumpTables(taken.prisma, VRSCTEST)).toEqual(dump);
});

/** Rows that leave out what the views fill in, and rows that stand for two. */
async function countForms({ prisma }: AddressDatabase): Promise<{ short: number; native: number }> {
  const [forms] = await prisma.$queryRawUnsafe<{ short: number; native: number }[]>(
    `SELECT (SELECT count(*)::integer FROM output_row WHERE address_ids IS NULL) AS short,
            (SELECT count(*)::integer FROM native_transaction) AS native`,
  );
  return forms as { short: number; native: number };
}
