import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import type { Statement } from '@ledgergraph/test-kit/list-costs/record-statements';
import { closeHolders } from '#/db/close-holders.ts';

const CHAIN = 1;
const IDENTITIES = 5_000;
const CLOSED = 10;
/** Two index descents and the table, several times; all spans of the holder would be hundreds for each. */
const PAGES_PER_SPAN_MAX = 40;

let database: TestDatabase;
let db: SqlWriter;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'identities' });
  db = openWriter(database.url);
  await db.$executeRawUnsafe('ALTER TABLE identity_holder SET (autovacuum_enabled = off)');
  await db.$executeRawUnsafe(
    `INSERT INTO identity_holder (chain, identity_address, role, holder, from_version, from_height, ordinal)
     SELECT ${CHAIN}, 'i' || number, 'PRIMARY', 'Rhot', 1, number, number FROM generate_series(1, ${IDENTITIES}) AS all_of_them (number)`,
  );
});

afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

async function closing(first: number): Promise<Statement> {
  const taken: Statement[] = [];
  const recorder = {
    $queryRawUnsafe: db.$queryRawUnsafe,
    $executeRawUnsafe: async (sql: string, ...values: unknown[]) => taken.push({ sql, values }),
  };
  const rows = Array.from({ length: CLOSED }, (_, index) => ({
    identityAddress: `i${first + index}`,
    role: 'PRIMARY' as const,
    holder: 'Rhot',
    toHeight: IDENTITIES + 1,
  }));
  await closeHolders(recorder, CHAIN, rows);
  const [statement] = taken;
  if (statement === undefined) throw new Error('nothing was sent');
  return statement;
}

test.each([
  ['knows nothing of them', 100, undefined],
  ['has counted them', 200, 'ANALYZE identity_holder'],
])('spans of one holder of very many are ended by a probe each while Postgres %s', async (_, first, before) => {
  if (before !== undefined) await db.$executeRawUnsafe(before);
  const { pages } = await explainStatement(db, await closing(first));
  const [ended] = await db.$queryRawUnsafe<{ count: bigint }[]>(
    `SELECT count(*) FROM identity_holder WHERE to_height = ${IDENTITIES + 1} AND identity_address = ANY($1)`,
    Array.from({ length: CLOSED }, (_, index) => `i${first + index}`),
  );
  expect(Number(ended?.count)).toBe(CLOSED);
  expect(pages / CLOSED).toBeLessThan(PAGES_PER_SPAN_MAX);
});
