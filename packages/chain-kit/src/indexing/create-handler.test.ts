import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { describeTable } from '#/db/table.ts';
import { createHandler } from './create-handler.ts';
import type { Module } from './module.ts';

const NETWORK = { chainId: 'iChain' } as Network;
const BLOCKS = [{ height: 7 }, { height: 8 }] as Block[];

type Rows = { heights: { height: number }[] };

const heights: Module<Rows> = {
  tables: { heights: describeTable('seen', { height: 'integer' }) },
  read: ({ height }) => ({ heights: [{ height }] }),
  countViolations: (rows) => rows.heights.length,
};

const sums: Module<{ sums: { height: number; sum: number }[] }, number, [Rows]> = {
  tables: { sums: describeTable('summed', { height: 'integer', sum: 'integer' }) },
  needs: [heights],
  read: ({ height }) => height,
  prepare: async ({ blocks, needed: [rows], chain }) => ({
    sums: blocks.map((height, index) => ({ height, sum: height + chain + (rows.heights[index]?.height ?? 0) })),
  }),
  countViolations: () => 1,
};

function openDatabase(number: number | null) {
  const written: string[] = [];
  const db: SqlExecutor = {
    $queryRawUnsafe: async <Result>() => [{ id: number }] as Result,
    $executeRawUnsafe: async (sql, ...values) => written.push(`${/"(\w+)"/.exec(sql)?.[1]} ${values.join(' ')}`),
  };
  return { db, written };
}

test('rows follow from the blocks, and a module gets those of a module that it needs, which is written first', async () => {
  const { db, written } = openDatabase(3);
  const write = await createHandler([heights, sums]).prepare(db, NETWORK, BLOCKS, Promise.resolve());
  expect(written).toEqual([]);
  await write(db);
  expect(written).toEqual(['seen {3,3} {7,8}', 'summed {3,3} {7,8} {17,19}']);
});

test('a module that stands before one that it needs is refused', () => {
  expect(() => createHandler([sums, heights])).toThrow('a module stands before one that it needs');
});

test('rows that were prepared with another number of the chain are not written', async () => {
  const { db } = openDatabase(3);
  const write = await createHandler([heights]).prepare(db, NETWORK, BLOCKS, Promise.resolve());
  const other = openDatabase(4);
  await expect(write(other.db)).rejects.toThrow('the number of iChain changed');
  expect(other.written).toEqual([]);
});

test('nothing is prepared before the batch before is committed', async () => {
  const { db } = openDatabase(3);
  const lost = Promise.reject(new Error('not committed'));
  await expect(createHandler([heights]).prepare(db, NETWORK, BLOCKS, lost)).rejects.toThrow('not committed');
});

test('a revert goes through the tables in the opposite order', async () => {
  const { db, written } = openDatabase(3);
  const last: Module<Rows> = {
    ...heights,
    revert: async (_, chain, keepHeight) => void written.push(`own ${chain} ${keepHeight}`),
  };
  await createHandler([heights, sums, last]).revert(db, NETWORK, 6);
  expect(written).toEqual(['own 3 6', 'summed 3 6', 'seen 3 6']);
});

test('rows that break a rule are counted over all modules, after the commit', async () => {
  const counted: number[] = [];
  const handler = createHandler([heights, sums], { onViolations: (_, count) => counted.push(count) });
  const write = await handler.prepare(openDatabase(3).db, NETWORK, BLOCKS, Promise.resolve());
  expect(counted).toEqual([]);
  write.committed?.();
  expect(counted).toEqual([3]);
});
