import type { Tip } from './tip.ts';
import { TipBoard } from './tip-board.ts';

function tip(height: number, branch = 'a', rest: Partial<Tip> = {}): Tip {
  return {
    chainId: 'iChain',
    name: 'VRSCTEST',
    rootName: 'VRSCTEST',
    environment: 'TESTNET',
    isDefault: true,
    height,
    hash: `${branch}${height}`.padStart(64, '0'),
    finalizedHeight: null,
    status: 'LIVE',
    lastFinalityBreak: 0n,
    poolSerial: null,
    ...rest,
  };
}

function heightAfter(...tips: Tip[]): number | undefined {
  const board = new TipBoard();
  for (const next of tips) board.learn(next);
  return board.pins('TESTNET')[0]?.height;
}

test('a pin follows the tip, from height 0 on', () => {
  expect(heightAfter(tip(0))).toBe(0);
  expect(heightAfter(tip(0), tip(1), tip(5))).toBe(5);
});

test('a lower tip on the same branch is a late answer', () => {
  expect(heightAfter(tip(0), tip(5), tip(0))).toBe(5);
  expect(heightAfter(tip(5), tip(6), tip(3))).toBe(6);
});

test('a lower tip with another hash than the one pinned there is a reorganisation', () => {
  expect(heightAfter(tip(4), tip(5), tip(6), tip(5, 'b'))).toBe(5);
});

test('another block at the same height is a reorganisation', () => {
  const board = new TipBoard();
  board.learn(tip(5));
  board.learn(tip(5, 'b'));
  expect(board.pins('TESTNET')[0]?.hash).toBe(tip(5, 'b').hash);
});

test('after a reorganisation the old branch is forgotten', () => {
  expect(heightAfter(tip(4), tip(5), tip(6), tip(5, 'b'), tip(7, 'b'), tip(5))).toBe(5);
  expect(heightAfter(tip(4), tip(5), tip(6), tip(5, 'b'), tip(7, 'b'), tip(5, 'b'))).toBe(7);
});

test('after final blocks were replaced a lower tip counts, whatever was pinned before', () => {
  expect(heightAfter(tip(500), tip(120, 'b'))).toBe(500);
  expect(heightAfter(tip(500), tip(120, 'b', { lastFinalityBreak: 1n }))).toBe(120);
  expect(
    heightAfter(tip(500), tip(120, 'b', { lastFinalityBreak: 1n }), tip(110, 'b', { lastFinalityBreak: 1n })),
  ).toBe(120);
});

test('a lost pin gives way to a lower tip once', () => {
  const board = new TipBoard();
  board.learn(tip(4));
  board.learn(tip(6));
  board.reportLost(tip(6));
  board.learn(tip(4));
  expect(board.pins('TESTNET')[0]?.height).toBe(4);
  board.learn(tip(6));
  board.learn(tip(4));
  expect(board.pins('TESTNET')[0]?.height).toBe(6);
});

test('a loss of a pin that is no longer ours changes nothing', () => {
  const board = new TipBoard();
  board.learn(tip(5));
  board.learn(tip(6));
  board.reportLost(tip(5));
  board.learn(tip(5));
  expect(board.pins('TESTNET')[0]?.height).toBe(6);
});

test('an answer that was asked for before the last move is older than it', () => {
  const board = new TipBoard();
  board.learn(tip(5));
  const askedAt = board.now();
  board.learn(tip(5, 'b'));
  board.learn(tip(5), askedAt);
  expect(board.pins('TESTNET')[0]?.hash).toBe(tip(5, 'b').hash);
});

test('a late answer still updates the status', () => {
  const board = new TipBoard();
  board.learn(tip(5));
  board.learn(tip(4, 'a', { status: 'STALLED' }));
  expect(board.tips()[0]).toMatchObject({ height: 5, status: 'STALLED' });
});

test('pins are of one environment, its default network first', () => {
  const board = new TipBoard();
  board.learn(tip(1, 'a', { chainId: 'iA', isDefault: false }));
  board.learn(tip(2, 'a', { chainId: 'iB' }));
  board.learn(tip(3, 'a', { chainId: 'iC', environment: 'MAINNET' }));
  expect(board.pins('TESTNET').map((pin) => pin.chainId)).toEqual(['iB', 'iA']);
  expect(board.pins('MAINNET').map((pin) => pin.chainId)).toEqual(['iC']);
});

test('a chain that a list leaves out is forgotten, one that came up meanwhile is not', () => {
  const board = new TipBoard();
  board.learn(tip(1, 'a', { chainId: 'iOld' }));
  const askedAt = board.now();
  board.learn(tip(1, 'a', { chainId: 'iNew' }));
  board.learnAll([], askedAt);
  expect(board.tips().map((known) => known.chainId)).toEqual(['iNew']);
});

test('a chain whose tip cannot be read keeps the known one', () => {
  const board = new TipBoard();
  board.learn(tip(1, 'a', { chainId: 'iAway' }));
  board.learn(tip(1, 'a', { chainId: 'iGone' }));
  board.learnAll([tip(2, 'b', { chainId: 'iRead' })], board.now(), ['iAway']);
  expect(board.tips().map(({ chainId }) => chainId)).toEqual(['iAway', 'iRead']);
});

test('the memory stays bounded, and the newest entry is kept', () => {
  const board = new TipBoard();
  for (let height = 0; height < 1_000; height++) board.learn(tip(height));
  board.learn(tip(900, 'b'));
  expect(board.tips()[0]?.height).toBe(900);
});

describe('the serial of the mempool', () => {
  const serialAfter = (...tips: Tip[]): bigint | null | undefined => {
    const board = new TipBoard();
    for (const next of tips) board.learn(next);
    return board.pins('TESTNET')[0]?.poolSerial;
  };

  test('changes while the block stays, and makes another list of pins', () => {
    const board = new TipBoard();
    board.learn(tip(5, 'a', { poolSerial: 1n }));
    const before = board.pins('TESTNET');
    board.learn(tip(5, 'a', { poolSerial: 2n }));
    expect([before[0]?.poolSerial, board.pins('TESTNET')[0]?.poolSerial]).toEqual([1n, 2n]);
  });

  test('never goes back, whatever serial a late tip has', () => {
    expect(serialAfter(tip(5, 'a', { poolSerial: 7n }), tip(6, 'a', { poolSerial: 6n }))).toBe(7n);
    expect(serialAfter(tip(5, 'a', { poolSerial: 7n }), tip(5))).toBe(7n);
    expect(serialAfter(tip(5, 'a', { poolSerial: 7n }), tip(4, 'a', { poolSerial: 8n }))).toBe(8n);
  });

  test('starts again with a pin that was lost', () => {
    const board = new TipBoard();
    board.learn(tip(5, 'a', { poolSerial: 7n }));
    board.reportLost(tip(5));
    board.learn(tip(2, 'b', { poolSerial: 1n }));
    expect(board.pins('TESTNET')[0]).toMatchObject({ height: 2, poolSerial: 1n });
  });
});
