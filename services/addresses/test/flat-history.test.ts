import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { findActivities } from '#/db/address-transactions.ts';
import { findBalances } from '#/db/balances.ts';
import { listAddressTransactions } from '#/db/list-address-transactions.ts';
import { listBalances } from '#/db/list-balances.ts';
import { listHolders } from '#/db/list-holders.ts';
import { listUtxos } from '#/db/list-utxos.ts';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { AddressDatabase } from './address-database.ts';

const CHAIN = 'chain';
const LONG = 40_000;
const SHORT = 200;
const TIP = LONG;
let database: AddressDatabase;

/** A history of `length` payments, one a block up to the tip; each spent five blocks later but every tenth. */
async function insertHistory({ prisma }: AddressDatabase, address: string, length: number): Promise<void> {
  const rows = [CHAIN, address, length, TIP] as const;
  const payments = `SELECT i + $4::integer - $3::integer AS height, i AS number, sha256(($2 || i)::bytea) AS txid
                      FROM generate_series(1, $3::integer) i WHERE $1::text <> ''`;
  const spentHeight = 'CASE WHEN number % 10 <> 0 AND height + 5 <= $4 THEN height + 5 END';
  for (const sql of [
    `INSERT INTO output SELECT $1, txid, 0, height, 1, 5, '{}', '{}', NULL, '', true, false, ARRAY[$2], $2, ${spentHeight} FROM (${payments}) p`,
    `INSERT INTO address_output SELECT $1, $2, height, 1, 0, txid, true, false, ARRAY[$1], ${spentHeight} FROM (${payments}) p`,
    `INSERT INTO address_transaction SELECT $1, $2, height, 1, txid, 'RECEIVED', ARRAY[$1], '{5}', number, number, number, number FROM (${payments}) p`,
    `INSERT INTO balance_change SELECT $1, $2, $1, height, 1, 5, 0, number, number, number, number, number FROM (${payments}) p`,
  ]) {
    await prisma.$executeRawUnsafe(sql, ...rows);
  }
}

async function insertHolders({ prisma }: AddressDatabase, currencyId: string, count: number): Promise<void> {
  const holders = `SELECT $1, $2, 'holder ' || i, i FROM generate_series(1, $3::integer) i`;
  await prisma.$executeRawUnsafe(`INSERT INTO holder ${holders}`, CHAIN, currencyId, count);
  await prisma.$executeRawUnsafe(
    `INSERT INTO holder_change SELECT $1, $2, 'holder ' || i, i, i FROM generate_series(1, $3::integer) i`,
    CHAIN,
    currencyId,
    count,
  );
}

beforeAll(async () => {
  database = await AddressDatabase.create();
  await insertHistory(database, 'long', LONG);
  await insertHistory(database, 'short', SHORT);
  await insertHolders(database, 'many', LONG);
  await insertHolders(database, 'few', SHORT);
  await database.prisma.$executeRawUnsafe('ANALYZE');
});
afterAll(() => database.close());

/** Pages of Postgres that a read touches. */
async function pagesOf(read: (db: SqlExecutor) => Promise<unknown[]>): Promise<number> {
  let pages = 0;
  const { prisma }: { prisma: PrismaClient } = database;
  const rows = await read({
    $executeRawUnsafe: () => Promise.reject(new Error('only reads are measured')),
    $queryRawUnsafe: async (sql, ...values) => {
      const [plan] = await prisma.$queryRawUnsafe<
        { 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[] }[]
      >(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, ...values);
      const root = plan?.['QUERY PLAN'][0]?.Plan;
      pages += (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0);
      return prisma.$queryRawUnsafe(sql, ...values);
    },
  });
  expect(rows.length).toBeGreaterThan(0);
  return pages;
}

const page = { limit: 11, after: null };
const key = (address: string, height: number) => ({ chainId: CHAIN, address, height, matureHeight: height - 99 });

test.each([TIP, TIP - 20])('reads as of %i touch as much of a long history as of a short one', async (height) => {
  const reads: Record<string, (db: SqlExecutor, address: string) => Promise<unknown[]>> = {
    balance: (db, address) => findBalances(db, [{ ...key(address, height), currencyId: CHAIN }]),
    balances: (db, address) => listBalances(db, [key(address, height)], page),
    counters: (db, address) => findActivities(db, [key(address, height)]),
    utxos: (db, address) => listUtxos(db, [key(address, height)], { ...page, currencyId: null, spendableOnly: false }),
    transactions: (db, address) =>
      listAddressTransactions(db, [key(address, height)], {
        ...page,
        currencyId: CHAIN,
        from: null,
        to: null,
        order: 'DESC',
      }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const long = await pagesOf((db) => read(db, 'long'));
    const short = await pagesOf((db) => read(db, 'short'));
    // An index of 40,000 rows is one or two levels deeper than one of 200; each row may need that once more.
    expect({ name, flat: long <= 2 * short + 20, long, short }).toEqual({ name, flat: true, long, short });
  }
});

test('the first page of a rich list touches as much of a long list as of a short one', async () => {
  const read = (currencyId: string) => (db: SqlExecutor) =>
    listHolders(db, [{ chainId: CHAIN, currencyId, height: TIP }], page);
  expect(await pagesOf(read('many'))).toBeLessThanOrEqual(2 * (await pagesOf(read('few'))) + 20);
});
