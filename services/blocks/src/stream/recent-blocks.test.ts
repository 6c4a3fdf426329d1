import type { EncodedBlock } from '#/db/encoded-blocks.ts';
import { RecentBlocks } from './recent-blocks.ts';

const CHAIN = 'iTestChain';

function block(height: number, hash: string, previousHash: string, size = 10): EncodedBlock {
  return { height, hash, previousHash, encoded: new Uint8Array(size), headerBytes: 0 };
}

const chain = [block(0, 'a', ''), block(1, 'b', 'a'), block(2, 'c', 'b'), block(3, 'd', 'c')];

test('blocks come back as the run after a parent, within count and size', () => {
  const recent = new RecentBlocks({ consumers: 3 });
  recent.add(CHAIN, chain);
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual(chain);
  expect(recent.after(CHAIN, 'b', 10, 1_000)).toEqual(chain.slice(2));
  expect(recent.after(CHAIN, '', 2, 1_000)).toEqual(chain.slice(0, 2));
  expect(recent.after(CHAIN, '', 10, 25)).toEqual(chain.slice(0, 2));
  expect(recent.after(CHAIN, '', 10, 5)).toEqual(chain.slice(0, 1));
  expect(recent.after(CHAIN, 'd', 10, 1_000)).toEqual([]);
  expect(recent.after('iOther', '', 10, 1_000)).toEqual([]);
});

test('the branch added last is the one that follows', () => {
  const recent = new RecentBlocks({ consumers: 3 });
  recent.add(CHAIN, chain);
  const other = [block(2, 'C', 'b'), block(3, 'D', 'C')];
  recent.add(CHAIN, other);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual([chain[1], ...other]);
});

/** Room for the last three blocks, and for the given number of blocks that a consumer still needs. */
const narrow = (more: number, consumers = 3) =>
  new RecentBlocks({ consumers, recentBytesMax: 30, awaitedBytesMax: more * 10 });

test('the oldest blocks are dropped when there is no room, and a block that is too large is not kept', () => {
  const recent = narrow(0);
  recent.add(CHAIN, chain);
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual([]);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual(chain.slice(1));
  recent.add(CHAIN, chain.slice(1));
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual(chain.slice(1));
  recent.add(CHAIN, [block(9, 'z', 'y', 31)]);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual([]);
  expect(recent.after(CHAIN, 'y', 10, 1_000)).toEqual([]);
});

const more = [block(4, 'e', 'd'), block(5, 'f', 'e'), block(6, 'g', 'f')];

test('a block that a slower consumer has not requested stays, as far as there is room, until its request', () => {
  const recent = narrow(2, 2);
  recent.add(CHAIN, chain);
  recent.add(CHAIN, more);
  // The block that is awaited longest is asked for next.
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual(chain.slice(0, 2));
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual([]);
  expect(recent.after(CHAIN, 'd', 10, 1_000)).toEqual(more);
});

test('a block that all consumers have requested, or that no other will request, is not kept', () => {
  const asked = narrow(9, 2);
  asked.add(CHAIN, chain);
  expect(asked.after(CHAIN, 'a', 10, 1_000)).toEqual(chain.slice(1));
  asked.add(CHAIN, more);
  expect(asked.after(CHAIN, 'a', 10, 1_000)).toEqual([]);
  const alone = narrow(9, 1);
  alone.add(CHAIN, chain);
  expect(alone.after(CHAIN, '', 10, 1_000)).toEqual([]);
});

test('a block is kept for a slower consumer for two minutes at most', () => {
  let now = 0;
  const recent = new RecentBlocks({ consumers: 3, recentBytesMax: 30, awaitedBytesMax: 90, now: () => now });
  recent.add(CHAIN, chain);
  recent.add(CHAIN, more);
  now = 121_000;
  recent.add(CHAIN, [block(7, 'h', 'g')]);
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual([]);
});

test('a consumer that waits for a read in flight gets its blocks, and does not wait for a failed or absent read', async () => {
  const recent = new RecentBlocks({ consumers: 3 });
  const listed = Promise.withResolvers<EncodedBlock[]>();
  const reading = recent.read(CHAIN, '', () => listed.promise);
  const waited = recent.reading(CHAIN, '').then(() => recent.after(CHAIN, '', 10, 1_000));
  await recent.reading(CHAIN, 'a');
  await recent.reading('iOther', '');
  listed.resolve(chain);
  expect(await reading).toEqual(chain);
  expect(await waited).toEqual(chain);
  const failing = recent.read(CHAIN, 'd', () => Promise.reject(new Error('the connection is lost')));
  await Promise.all([expect(failing).rejects.toThrow('the connection is lost'), recent.reading(CHAIN, 'd')]);
  await recent.reading(CHAIN, 'd');
});
