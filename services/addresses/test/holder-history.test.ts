import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { vacuum } from '@ledgergraph/test-kit/list-costs/vacuum';
import { listHolders } from '#/db/list-holders.ts';
import { VRSCTEST } from './address-database.ts';

const HOLDERS = 10_000;
const TIP = 60_000;
const CHANGES = 2;
const PAGE = 10;
/** A descent of three indexes for each row; the currency's history has some hundreds. */
const PAGES_MAX = 12 * PAGE;

const HELD = `
  SELECT DISTINCT 2 + (hashint4(2 * height + change) & 1073741823) % ${HOLDERS} AS holder_id, height
    FROM generate_series(1, ${TIP}) AS blocks (height) CROSS JOIN generate_series(1, ${CHANGES}) AS changes (change)`;

let database: TestDatabase;
let db: SqlWriter;

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
    `INSERT INTO holder_change (chain, currency_id, holder_id, height, previous_balance)
     SELECT 1, 1, holder_id, height, lag(height) OVER (PARTITION BY holder_id ORDER BY height) FROM (${HELD}) held ORDER BY height`,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO holder (chain, currency_id, holder_id, balance, holder)
     SELECT 1, 1, holder_id, max(height), 'R' || holder_id FROM (${HELD}) held GROUP BY holder_id`,
  );
});

afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

test.each([
  ['knows nothing of it', async () => undefined],
  ['has counted it', () => db.$executeRawUnsafe('ANALYZE holder_change')],
  ['has vacuumed it', () => vacuum(db, ['holder_change'])],
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

test.each([TIP - 1, TIP - 100, TIP / 2, 1])(
  'a walk over the rich list of height %i finds every holder, each with what the history gives him',
  async (height) => {
    const expected = await db.$queryRawUnsafe<{ holder: string; balance: bigint }[]>(
      `SELECT 'R' || holder_id AS holder, max(height)::bigint AS balance FROM (${HELD}) held WHERE height <= $1
        GROUP BY holder_id ORDER BY 2 DESC, 1 DESC`,
      height,
    );
    const key = { chainId: VRSCTEST, currencyId: VRSCTEST, height };
    const walked: { holder: string; balance: bigint }[] = [];
    for (;;) {
      const page = await listHolders(db, [key], { limit: 3_000, after: walked.at(-1) ?? null });
      if (page.length === 0) break;
      walked.push(...page.map(({ holder, balance }) => ({ holder, balance })));
    }
    expect(walked).toEqual(expected);
  },
);

/** A page of the table of changes has a hundred of them. */
test('a page deep in history reads what changed since, and no look-up for each change but of its address', async () => {
  const height = TIP - 1_000;
  const recorder = recordStatements(db);
  await listHolders(recorder.db, [{ chainId: VRSCTEST, currencyId: VRSCTEST, height }], { limit: PAGE, after: null });
  const [statement] = recorder.take();
  if (statement === undefined) throw new Error('nothing was sent');
  const { pages } = await explainStatement(db, statement);
  // Two pages of the key of `address` and one of its rows for each changed holder, and as many skipped rows of `holder`.
  expect(pages).toBeLessThan(1_000 * CHANGES * 9);
});
