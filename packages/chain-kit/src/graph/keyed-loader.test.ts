import { createKeyedLoader, createRowLoader } from './keyed-loader.ts';

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
  const loader = createRowLoader(async (keys: readonly { name: string }[]) =>
    keys.flatMap(({ name }, keyIndex) => (name === 'missing' ? [] : [{ keyIndex, name }])).reverse(),
  );
  const names = ['a', 'missing', 'b'];
  const rows = await Promise.all(names.map((name) => loader.load({ name })));
  expect(rows.map((row) => row?.name ?? null)).toEqual(['a', null, 'b']);
});
