import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { vacuum } from '@ledgergraph/test-kit/list-costs/vacuum';
import { listHolders } from '#/db/list-holders.ts';
import { VRSCTEST } from './address-database.ts';

const HOLDERS = 10_000;
const TIP = 60_000;
/** Holders whose balance a block changes: any. */
const CHANGES = 2;
const PAGE = 10;
/** A descent of three indexes for each row. The history of the currency is some hundreds. */
const PAGES_MAX = 12 * PAGE;

let database: TestDatabase;
let db: SqlWriter;

/** Each block changes what some holders of the native currency have. */
beforeAll(async () => {
  database = await createTestDatabase({ service: 'addresses' });
  db = openWriter(database.url);
  for (const table of ['holder', 'holder_change', 'address']) {
    await db.$executeRawUnsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await db.$executeRawUnsafe(`INSERT INTO chain (id, chain_id) VALUES (1, '${VRSCTEST}')`);
  const holders = `generate_series(2, ${HOLDERS + 1}) AS holders (id)`;
  await db.$executeRawUnsafe(
    `INSERT INTO address (chain, id, address, height)
     SELECT 1, 1, '${VRSCTEST}', 0 UNION ALL SELECT 1, id, 'R' || id, 1 FROM ${holders}`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO holder_change (chain, currency_id, holder_id, height, balance)
     SELECT 1, 1, 2 + (hashint4(2 * height + change) & 1073741823) % ${HOLDERS}, height, height
       FROM generate_series(1, ${TIP}) AS blocks (height) CROSS JOIN generate_series(1, ${CHANGES}) AS changes (change)
         ON CONFLICT DO NOTHING`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO holder (chain, currency_id, holder_id, balance, holder)
     SELECT DISTINCT ON (holder_id) 1, 1, holder_id, balance, 'R' || holder_id FROM holder_change WHERE currency_id = 1 ORDER BY holder_id, height DESC`,
  );
}, 60_000);

afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

test.each([
  ['knows nothing of it', async () => undefined],
  ['has counted it', () => db.$executeRawUnsafe('ANALYZE holder_change')],
  ['could read it from its key alone', () => vacuum(db, ['holder_change'])],
])('the rich list at the tip does not go through the history of its currency while Postgres %s', async (_, before) => {
  await before();
  const recorder = recordStatements(db);
  const key = { chainId: VRSCTEST, currencyId: VRSCTEST, height: TIP };
  const page = await listHolders(recorder.db, [key], { limit: PAGE, after: null });
  expect(page.map(({ balance }) => Number(balance))).toEqual(
    Array.from({ length: PAGE }, (_, index) => TIP - Math.floor(index / CHANGES)),
  );
  const [statement] = recorder.take();
  if (statement === undefined) throw new Error('nothing was sent');
  expect((await explainStatement(db, statement)).pages).toBeLessThan(PAGES_MAX);
});
