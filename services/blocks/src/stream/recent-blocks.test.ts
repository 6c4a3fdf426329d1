import type { EncodedBlock } from '#/db/encoded-blocks.ts';
import { RecentBlocks } from './recent-blocks.ts';

const CHAIN = 'iTestChain';

function block(height: number, hash: string, previousHash: string, size = 10): EncodedBlock {
  return { height, hash, previousHash, encoded: new Uint8Array(size), headerBytes: 0 };
}

const chain = [block(0, 'a', ''), block(1, 'b', 'a'), block(2, 'c', 'b'), block(3, 'd', 'c')];

test('blocks come back as the run that follows a parent, within count and size', () => {
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

test('the branch heard of last is the one that follows', () => {
  const recent = new RecentBlocks({ consumers: 3 });
  recent.add(CHAIN, chain);
  const other = [block(2, 'C', 'b'), block(3, 'D', 'C')];
  recent.add(CHAIN, other);
  expect(recent.after(CHAIN, 'a', 10, 1_000)).toEqual([chain[1], ...other]);
});

/** Room for the last three blocks of the chain, and for so many more that somebody waits for. */
const narrow = (more: number, consumers = 3) =>
  new RecentBlocks({ consumers, recentBytesMax: 30, awaitedBytesMax: more * 10 });

test('the oldest go when there is no room, and one that is too large keeps nothing', () => {
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

test('what a slower consumer has not asked for stays, as far as there is room, and goes once it has', () => {
  const recent = narrow(2, 2);
  recent.add(CHAIN, chain);
  recent.add(CHAIN, more);
  // The two oldest of the four that are not recent any more: what is awaited longest is asked for next.
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual(chain.slice(0, 2));
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual([]);
  expect(recent.after(CHAIN, 'd', 10, 1_000)).toEqual(more);
});

test('what all have asked for, and what nobody else is going to, is not kept for anybody', () => {
  const asked = narrow(9, 2);
  asked.add(CHAIN, chain);
  expect(asked.after(CHAIN, 'a', 10, 1_000)).toEqual(chain.slice(1));
  asked.add(CHAIN, more);
  expect(asked.after(CHAIN, 'a', 10, 1_000)).toEqual([]);
  const alone = narrow(9, 1);
  alone.add(CHAIN, chain);
  expect(alone.after(CHAIN, '', 10, 1_000)).toEqual([]);
});

test('nobody is waited for longer than two minutes', () => {
  let now = 0;
  const recent = new RecentBlocks({ consumers: 3, recentBytesMax: 30, awaitedBytesMax: 90, now: () => now });
  recent.add(CHAIN, chain);
  recent.add(CHAIN, more);
  now = 121_000;
  recent.add(CHAIN, [block(7, 'h', 'g')]);
  expect(recent.after(CHAIN, '', 10, 1_000)).toEqual([]);
});

test('who waits for what is being read finds it, and need not wait for what failed or what nobody reads', async () => {
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
