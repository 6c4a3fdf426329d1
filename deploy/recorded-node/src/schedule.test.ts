import type { ChainBlock, RecordedChain } from './recorded-chain.ts';
import { buildSchedule } from './schedule.ts';

function block(name: string, height: number, previousHash: string | null): ChainBlock {
  return { hash: `${name}${height}`, height, previousHash, time: 0, txids: [], text: '' };
}

function chainOf(
  tipHeight: number,
  ...branches: { name: string; fork: number; tip: number; on?: string }[]
): RecordedChain {
  const main = Array.from({ length: tipHeight + 1 }, (_, height) =>
    block('m', height, height === 0 ? null : `m${height - 1}`),
  );
  const left = branches.map(({ name, fork, tip, on = 'm' }) =>
    Array.from({ length: tip - fork }, (_, index) => {
      const height = fork + 1 + index;
      return block(name, height, index === 0 ? `${on}${fork}` : `${name}${height - 1}`);
    }),
  );
  const blocks = new Map([...main, ...left.flat()].map((one) => [one.hash, one]));
  const meta = {
    chainId: 'i',
    name: 'n',
    environment: 'TESTNET',
    blockTimeSeconds: 60,
    tipHeight,
    tipHash: `m${tipHeight}`,
  } as const;
  return {
    meta,
    main,
    branches: left,
    blocks,
    blocksOfTransaction: new Map(),
    spends: new Map(),
    add: () => undefined,
  };
}

function tips(chain: RecordedChain): string {
  return buildSchedule(chain)
    .map(({ hash }) => hash)
    .join(' ');
}

test('without branches every block is a tip', () => {
  expect(tips(chainOf(2))).toBe('m0 m1 m2');
  expect(tips(chainOf(0))).toBe('m0');
});

test('a branch is walked where it began and left for the first main block above it', () => {
  expect(tips(chainOf(5, { name: 'a', fork: 1, tip: 3 }))).toBe('m0 m1 a2 a3 m4 m5');
});

test('branches are walked in the order of their heights, whatever their order in the recording', () => {
  const chain = chainOf(9, { name: 'b', fork: 5, tip: 6 }, { name: 'a', fork: 1, tip: 2 });
  expect(tips(chain)).toBe('m0 m1 a2 m3 m4 m5 b6 m7 m8 m9');
});

test('the longer of two branches from one block takes over', () => {
  const chain = chainOf(6, { name: 'a', fork: 1, tip: 2 }, { name: 'b', fork: 1, tip: 4 });
  expect(tips(chain)).toBe('m0 m1 a2 b3 b4 m5 m6');
});

test('a branch that begins below a tip already reached takes over above it, or never', () => {
  const longer = chainOf(8, { name: 'a', fork: 1, tip: 4 }, { name: 'b', fork: 3, tip: 6 });
  expect(tips(longer)).toBe('m0 m1 a2 a3 a4 m5 b6 m7 m8');
  const shorter = chainOf(8, { name: 'a', fork: 1, tip: 4 }, { name: 'b', fork: 3, tip: 5 });
  expect(tips(shorter)).toBe('m0 m1 a2 a3 a4 m5 m6 m7 m8');
});

test('a branch that left another branch is walked after it', () => {
  const chain = chainOf(8, { name: 'a', fork: 1, tip: 3 }, { name: 'b', fork: 2, tip: 5, on: 'a' });
  expect(tips(chain)).toBe('m0 m1 a2 a3 m4 b5 m6 m7 m8');
});

test('it always ends on the recorded tip, also where a branch reaches as high', () => {
  expect(tips(chainOf(3, { name: 'a', fork: 1, tip: 4 }))).toBe('m0 m1 a2 a3 a4 m3');
  expect(tips(chainOf(3, { name: 'a', fork: 3, tip: 4 }))).toBe('m0 m1 m2 m3');
});
