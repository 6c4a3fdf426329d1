import type { EncodedBlock } from '#/db/encoded-blocks.ts';
import { RecentBlocks } from '#/stream/recent-blocks.ts';

const CHAIN = 'iTestChain';

function block(height: number, hash: string, previousHash: string, size = 10): EncodedBlock {
  return { height, hash, previousHash, encoded: new Uint8Array(size), headerBytes: 0 };
}

const chain = [block(0, 'a', ''), block(1, 'b', 'a'), block(2, 'c', 'b'), block(3, 'd', 'c')];

test('blocks come back as the run that follows a parent, within count and size', () => {
  const recent = new RecentBlocks();
  recent.add(CHAIN, chain);
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual(chain);
  expect(recent.after(CHAIN, 'b', 10, 1_000)).toEqual(chain.slice(2));
  expect(recent.after(CHAIN, '', 2, 1_000)).toEqual(chain.slice(0, 2));
  expect(recent.after(CHAIN, '', 10, 25)).toEqual(chain.slice(0, 2));
  expect(recent.after(CHAIN, '', 10, 5)).toEqual(chain.slice(0, 1));
  expect(recent.after(CHAIN, 'd', 10, 1_000)).toEqual([]);
  expect(recent.after('iOther', '', 10, 1_000)).toEqual([]);
});

test('the branch heard of last is the one that follows', () => {
  const recent = new RecentBlocks();
  recent.add(CHAIN, chain);
  const other = [block(2, 'C', 'b'), block(3, 'D', 'C')];
  recent.add(CHAIN, other);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual([chain[1], ...other]);
});

test('the oldest go when there is no room, and one that is too large keeps nothing', () => {
  const recent = new RecentBlocks(30);
  recent.add(CHAIN, chain);
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual([]);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual(chain.slice(1));
  recent.add(CHAIN, chain.slice(1));
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual(chain.slice(1));
  recent.add(CHAIN, [block(9, 'z', 'y', 31)]);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual([]);
  expect(recent.after(CHAIN, 'y', 10, 1_000)).toEqual([]);
});
