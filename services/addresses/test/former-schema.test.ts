import { readdir } from 'node:fs/promises';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { PrismaClient } from '#/generated/prisma/client.ts';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { openAddressGraph } from './address-graph.ts';
import { dumpTables } from './table-dump.ts';

const MIGRATIONS = new URL('../prisma/migrations/', import.meta.url).pathname;
const IDS = 'ids_in_place_of_addresses_and_hashes';
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

/** Rows of the version that said of each output whether it was spent: two outputs of address 2, the second with token 3, and the first spent. */
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

  await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS });
  const place = { chain: 1, addressId: 2, height: 5, txIndex: 0, vout: 0, isSpendable: true, isCoinbase: true };
  const unspent = { ...place, height: 6, txIndex: 1, vout: 2, isSpendable: false, isCoinbase: false };
  expect(await client.addressUtxo.findMany()).toEqual([{ ...unspent, isNative: true }]);
  expect(await client.addressSpentOutput.findMany()).toEqual([{ ...place, isNative: true, spentHeight: 9 }]);
  expect(await client.tokenUtxo.findMany()).toEqual([{ ...unspent, currencyId: 3 }]);
  expect(await client.tokenSpentOutput.findMany()).toEqual([{ ...place, currencyId: 3, spentHeight: 9 }]);
});

async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => /^\d/.test(name)).sort();
}

/** The migrations before the one that gave addresses ids. */
async function listFormerMigrations(): Promise<string[]> {
  const names = await listMigrations();
  const former = names.slice(
    0,
    names.findIndex((name) => name.endsWith(IDS)),
  );
  expect(former.length).toBeGreaterThan(0);
  return former;
}

test('a database of the version before ids is taken over: it is indexed anew from the first block, and answers', async () => {
  await using cleanup = new AsyncDisposableStack();
  const database = await createTestDatabase({ service: 'addresses', migrations: await listFormerMigrations() });
  const former = new PrismaClient({ adapter: createAdapter(database.url) });
  for (const sql of FORMER_ROWS) await former.$executeRawUnsafe(sql);
  await former.$disconnect();

  const applied = await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS });
  expect(applied.some((name) => name.endsWith(IDS))).toBe(true);
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
});
