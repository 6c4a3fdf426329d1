import type { SqlExecutor } from '#/db/sql-executor.ts';
import { createKeyedLoader, createReadLoader, createRowLoader } from './keyed-loader.ts';

const server = {} as SqlExecutor;
const anyChain = async () => server;

test('equal keys are loaded once; members of another type or value make another key', async () => {
  const calls: { id: unknown; from: unknown }[][] = [];
  const loader = createKeyedLoader(async (keys: readonly { id: unknown; from: unknown }[]) => {
    calls.push([...keys]);
    return keys.map((_, index) => index);
  });
  const keys = [
    { id: 1, from: '' },
    { id: '1', from: '' },
    { id: 1n, from: '' },
    { id: 1, from: null },
    { id: { of: 1n }, from: 'a:b' },
    { id: { of: 2n }, from: 'a:b' },
  ];
  expect(await Promise.all([...keys, ...structuredClone(keys)].map((key) => loader.load(key)))).toEqual([
    0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5,
  ]);
  expect(calls).toEqual([keys]);
});

test('rows come in any order, and a key without a row gets null', async () => {
  const loader = createRowLoader(anyChain, async (_db, keys: readonly { chainId: string; name: string }[]) =>
    keys.flatMap(({ name }, keyIndex) => (name === 'missing' ? [] : [{ keyIndex, name }])).reverse(),
  );
  const names = ['a', 'missing', 'b'];
  const rows = await Promise.all(names.map((name) => loader.load({ chainId: 'i', name })));
  expect(rows.map((row) => row?.name ?? null)).toEqual(['a', null, 'b']);
});

test('keys are loaded from the server of their chain, those of one server together, and come in order', async () => {
  const other = {} as SqlExecutor;
  const calls: { db: SqlExecutor; keys: number[] }[] = [];
  const reads = async (chainId: string) => (chainId === 'iOther' ? other : server);
  const loader = createReadLoader(reads, async (db, keys: readonly { chainId: string; key: number }[]) => {
    calls.push({ db, keys: keys.map(({ key }) => key) });
    return keys.map(({ key }) => key * 10);
  });
  const keys = ['iA', 'iOther', 'iB', 'iOther'].map((chainId, key) => ({ chainId, key }));
  expect(await Promise.all(keys.map((key) => loader.load(key)))).toEqual([0, 10, 20, 30]);
  expect(calls).toHaveLength(2);
  expect(calls.find(({ db }) => db === server)?.keys).toEqual([0, 2]);
  expect(calls.find(({ db }) => db === other)?.keys).toEqual([1, 3]);
});
