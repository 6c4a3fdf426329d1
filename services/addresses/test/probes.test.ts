import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { AddressRegistry } from '#/db/address-registry.ts';
import { findAddressTransactions } from '#/db/find-address-transactions.ts';
import { listAddressTransactions } from '#/db/list-address-transactions.ts';
import { listOutputs } from '#/db/outputs.ts';
import { VRSCTEST } from './address-database.ts';

const TRANSACTIONS = 5_000;
const SPENT = 10;
const RARE = 'RRare';
const RARE_HEIGHTS = [1_000, 3_000];

let database: TestDatabase;
let db: SqlWriter;

/** Without statistics, as in the first minute of a backfill. */
beforeAll(async () => {
  database = await createTestDatabase({ service: 'addresses' });
  db = openWriter(database.url);
  for (const table of ['transaction_place', 'output_row', 'address', 'native_transaction']) {
    await db.$executeRawUnsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await db.$executeRawUnsafe(`INSERT INTO chain (id, chain_id) VALUES (1, '${VRSCTEST}')`);
  await db.$executeRawUnsafe(
    `INSERT INTO transaction_place (chain, pays_shielded, height, tx_index, txid)
     SELECT 1, false, height, 0, sha256(height::text::bytea) FROM generate_series(1, ${TRANSACTIONS}) AS blocks (height)`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO output_row (chain, height, tx_index, vout, guard_id, is_coinbase, satoshis, token_ids, token_satoshis, script, address_ids)
     SELECT 1, height, 0, 0, 0, false, 5, '{}', '{}', '', '{}' FROM generate_series(1, ${TRANSACTIONS}) AS blocks (height)`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO address (chain, id, address, height) VALUES (1, 1, '${VRSCTEST}', 0), (1, 2, 'RBusy', 1), (1, 3, '${RARE}', 1)`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO native_transaction (chain, address_id, height, tx_index, tx_count, utxo_count, spendable_utxo_count, native_tx_count,
                                     native_utxo_count, native_spendable_utxo_count, satoshis, balance, received)
     SELECT 1, address_id, height, 0, 1, 1, 1, 1, 1, 1, 5, 5, 5 FROM generate_series(1, ${TRANSACTIONS}) AS blocks (height)
      CROSS JOIN LATERAL unnest(CASE WHEN height IN (${RARE_HEIGHTS}) THEN '{2,3}' ELSE '{2}' END::integer[]) AS moved (address_id)`,
  );
});

afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function mostRows(node: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return Math.max(rows * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows));
}

async function explainRead<T>(read: (recorded: SqlExecutor) => Promise<T>): Promise<{ found: T; most: number }> {
  const recorder = recordStatements(db);
  const found = await read(recorder.db);
  const [statement] = recorder.take();
  const [explained] = await db.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.sql}`,
    ...(statement?.values ?? []),
  );
  return { found, most: mostRows(explained?.['QUERY PLAN'][0].Plan as PlanNode) };
}

test('each spent output is found by a probe, also while Postgres has no statistics of the tables', async () => {
  const txids = await db.$queryRawUnsafe<{ txid: string }[]>(
    `SELECT encode(txid, 'hex') AS txid FROM transaction_place ORDER BY height DESC LIMIT ${SPENT}`,
  );
  const outpoints = txids.map(({ txid }) => ({ txid, vout: 0 }));
  const registry = new AddressRegistry(1, VRSCTEST);
  const { found, most } = await explainRead((recorded) => listOutputs(recorded, registry, outpoints));
  expect(found.map(({ place }) => place.txid).sort()).toEqual(txids.map(({ txid }) => txid).sort());
  expect(most).toBe(SPENT);
});

test('a page of an address, and one of its transactions, pass over no other rows while Postgres has no statistics', async () => {
  const key = { chainId: VRSCTEST, address: RARE, height: TRANSACTIONS };
  const pages = [null, VRSCTEST].flatMap((currencyId) =>
    (['ASC', 'DESC'] as const).map((order) => ({ currencyId, order })),
  );
  for (const page of pages) {
    const read = (recorded: SqlExecutor) =>
      listAddressTransactions(recorded, [key], { ...page, from: null, to: null, limit: 10, after: null });
    const { found, most } = await explainRead(read);
    expect(found.map(({ height }) => height).sort((a, b) => a - b)).toEqual(RARE_HEIGHTS);
    expect(most).toBeLessThan(10);
  }
  const [place] = await db.$queryRawUnsafe<{ txid: string }[]>(
    `SELECT encode(txid, 'hex') AS txid FROM transaction_place WHERE height = ${RARE_HEIGHTS[0]}`,
  );
  const read = (recorded: SqlExecutor) => findAddressTransactions(recorded, [{ ...key, txid: place?.txid ?? '' }]);
  const { found, most } = await explainRead(read);
  expect(found).toHaveLength(1);
  expect(most).toBeLessThan(10);
});
