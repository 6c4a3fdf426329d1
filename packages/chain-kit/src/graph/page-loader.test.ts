import type { SqlExecutor } from '#/db/sql-executor.ts';
import { createPageLoader } from './page-loader.ts';

interface Key {
  chainId: string;
  name: string;
}

const server = {} as SqlExecutor;
const reads = async () => server;

test('lists that ask for the same page are one query, each gets its own rows in order', async () => {
  const queries: { keys: string[]; page: { after: bigint | null } }[] = [];
  const loader = createPageLoader(reads, async (_db, keys: readonly Key[], page: { after: bigint | null }) => {
    queries.push({ keys: keys.map(({ name }) => name), page });
    return keys.flatMap(({ name }, keyIndex) => [1, 2].map((row) => ({ keyIndex, text: `${name}${row}` })));
  });
  const request = (name: string, after: bigint | null) => loader.load({ key: { chainId: 'i', name }, page: { after } });
  const rows = await Promise.all([request('a', null), request('b', 5n), request('c', null), request('a', null)]);
  expect(rows.map((list) => list.map(({ text }) => text))).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2'],
    ['c1', 'c2'],
    ['a1', 'a2'],
  ]);
  expect(queries).toEqual([
    { keys: ['a', 'c'], page: { after: null } },
    { keys: ['b'], page: { after: 5n } },
  ]);
});
