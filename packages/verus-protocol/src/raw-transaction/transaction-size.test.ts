import { compactSizeBytes, computeTransactionSize, type TransactionParts } from './transaction-size.ts';

const PLAIN: TransactionParts = {
  version: 4,
  isOverwintered: true,
  inputScripts: [],
  outputScripts: [],
  saplingSpends: 0,
  saplingOutputs: 0,
  joinSplits: 0,
};
const sizeOf = (parts: Partial<TransactionParts>): number => computeTransactionSize({ ...PLAIN, ...parts });

test('each format has its own fixed parts', () => {
  const body = { inputScripts: [0], outputScripts: [2] };
  const before = { ...body, isOverwintered: false };
  expect(sizeOf({ ...before, version: 1 })).toBe(4 + 1 + 41 + 1 + 11 + 4);
  expect(sizeOf({ ...before, version: 2 })).toBe(4 + 1 + 41 + 1 + 11 + 4 + 1);
  expect(sizeOf({ ...before, version: 2, joinSplits: 1 })).toBe(4 + 1 + 41 + 1 + 11 + 4 + 1 + 1_802 + 96);
  expect(sizeOf({ ...body, version: 3 })).toBe(8 + 1 + 41 + 1 + 11 + 8 + 1);
  expect(sizeOf({ ...body, joinSplits: 1 })).toBe(8 + 1 + 41 + 1 + 11 + 8 + 8 + 1 + 1 + 1 + 1_698 + 96);
});

test('Sapling parts have their fixed sizes and one signature for all', () => {
  const empty = sizeOf({});
  expect(sizeOf({ saplingSpends: 1 })).toBe(empty + 384 + 64);
  expect(sizeOf({ saplingSpends: 2, saplingOutputs: 3 })).toBe(empty + 2 * 384 + 3 * 948 + 64);
});

test('a length takes more bytes from 253 and from 65,536 on', () => {
  expect([0, 0xfc, 0xfd, 0xffff, 0x10000].map(compactSizeBytes)).toEqual([1, 1, 3, 3, 5]);
  expect(sizeOf({ outputScripts: [0xfd] }) - sizeOf({ outputScripts: [0xfc] })).toBe(3);
  const many = (count: number): number => sizeOf({ inputScripts: new Array(count).fill(0) });
  expect(many(0xfd) - many(0xfc)).toBe(43);
});
