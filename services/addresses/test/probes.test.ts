import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { AddressRegistry } from '#/db/address-registry.ts';
import { listOutputs } from '#/db/outputs.ts';
import { VRSCTEST } from './address-database.ts';

const TRANSACTIONS = 5_000;
const SPENT = 10;

let database: TestDatabase;
let db: SqlWriter;

/** A chain of one transaction a block, of which Postgres has no statistics, as in the first minute of a backfill. */
beforeAll(async () => {
  database = await createTestDatabase({ service: 'addresses' });
  db = openWriter(database.url);
  for (const table of ['transaction_place', 'output_row']) {
    await db.$executeRawUnsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await db.$executeRawUnsafe(`INSERT INTO chain (id, chain_id) VALUES (1, '${VRSCTEST}')`);
  await db.$executeRawUnsafe(
    `INSERT INTO transaction_place (chain, height, tx_index, txid)
     SELECT 1, height, 0, sha256(height::text::bytea) FROM generate_series(1, ${TRANSACTIONS}) AS blocks (height)`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO output_row (chain, height, tx_index, vout, guard_id, is_coinbase, satoshis, token_ids, token_satoshis, script, address_ids)
     SELECT 1, height, 0, 0, 0, false, 5, '{}', '{}', '', '{}' FROM generate_series(1, ${TRANSACTIONS}) AS blocks (height)`,
  );
});

afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** Most rows that any step of a plan went through. */
function mostRows(node: PlanNode): number {
  return Math.max(node['Actual Rows'] * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows));
}

test('each spent output is found by a probe, also while Postgres has no statistics of the tables', async () => {
  const txids = await db.$queryRawUnsafe<{ txid: string }[]>(
    `SELECT encode(txid, 'hex') AS txid FROM transaction_place ORDER BY height DESC LIMIT ${SPENT}`,
  );
  const recorder = recordStatements(db);
  const outpoints = txids.map(({ txid }) => ({ txid, vout: 0 }));
  const found = await listOutputs(recorder.db, new AddressRegistry(1, VRSCTEST), outpoints);
  expect(found.map(({ place }) => place.txid).sort()).toEqual(txids.map(({ txid }) => txid).sort());
  const [statement] = recorder.take();
  const [explained] = await db.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.sql}`,
    ...(statement?.values ?? []),
  );
  expect(mostRows(explained?.['QUERY PLAN'][0].Plan as PlanNode)).toBe(SPENT);
});
