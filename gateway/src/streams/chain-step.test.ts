import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Tip } from '#/pin/tip.ts';
import type { AnyBlock, ChainReader } from './chain-reader.ts';
import { BlockUnknown, lastDeepEnough, nextStep } from './chain-step.ts';

// The main chain is m0 to m10. A branch b6, b7, b8 left it above m5.
const main = Array.from({ length: 11 }, (_, height) => ({ height, hash: `m${height}` }));
const branch = [6, 7, 8].map((height) => ({ height, hash: `b${height}` }));
const pins: Tip[] = [];
const pin = { chainId: 'i1', environment: 'TESTNET', height: 10, hash: 'm10' } as Tip;

const reader = {
  blocks: async (_pins: unknown, _pin: Tip, from: number): Promise<BlockPlace[]> => main.slice(from, from + 100),
  block: async (_pins: unknown, at: Tip, hash: string): Promise<AnyBlock | null> => {
    const found = [...main, ...branch].find((block) => block.hash === hash);
    // A removed block is known everywhere, one of the main chain only from its height on.
    if (found === undefined || (hash.startsWith('m') && found.height > at.height)) return null;
    const previousHash = hash === 'b6' ? 'm5' : hash === 'm0' ? null : `${hash[0]}${found.height - 1}`;
    return { ...found, previousHash, isOnMainChain: hash.startsWith('m') };
  },
} as unknown as ChainReader;

const step = (height: number, hash: string, depth = 1, at = pin) =>
  nextStep(reader, pins, at, { height, hash }, lastDeepEnough(at, depth));
const hashes = async (asked: ReturnType<typeof step>): Promise<unknown> => {
  const found = await asked;
  return found.kind === 'blocks' ? found.next.map(({ hash }) => hash) : found;
};

test('from a block of the main chain the next ones follow, up to the pin', async () => {
  expect(await hashes(step(7, 'm7'))).toEqual(['m8', 'm9', 'm10']);
  expect(await hashes(step(10, 'm10'))).toEqual([]);
});

test('a depth leaves out the blocks that are not that deep', async () => {
  expect(await hashes(step(7, 'm7', 3))).toEqual(['m8']);
  expect(await hashes(step(8, 'm8', 3))).toEqual([]);
});

test('where only final blocks are wanted, the last of them is deep enough', () => {
  expect(lastDeepEnough({ ...pin, finalizedHeight: 4 }, 'final')).toBe(4);
  expect(lastDeepEnough({ ...pin, finalizedHeight: null }, 'final')).toBe(-1);
});

test('before genesis the whole chain follows', async () => {
  expect(await hashes(step(-1, ''))).toEqual(main.map(({ hash }) => hash));
});

test('a block that left the main chain is undone down to the last block that stands', async () => {
  expect(await step(8, 'b8')).toEqual({
    kind: 'removed',
    ancestor: expect.objectContaining({ height: 5, hash: 'm5' }),
    removed: ['b6', 'b7', 'b8'],
  });
});

test('an unknown block above the pin may still come', async () => {
  expect(await step(12, 'm12')).toEqual({ kind: 'wait' });
});

test('a removed block whose ancestor is above the pin waits for the pin', async () => {
  expect(await step(8, 'b8', 1, { ...pin, height: 4, hash: 'm4' })).toEqual({ kind: 'wait' });
  expect(await step(8, 'b8', 1, { ...pin, height: 5, hash: 'm5' })).toMatchObject({ kind: 'removed' });
});

test('an unknown block at or below the pin may be applied again for a while', async () => {
  await expect(step(9, 'x9')).rejects.toThrow(BlockUnknown);
});
