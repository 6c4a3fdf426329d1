import type { SubgraphProgressRow } from '#/db/subgraph-progress.ts';
import { consistentTip } from './consistent-tip.ts';
import { finalizedHeight } from './finalized-height.ts';
import { listStalls } from './list-stalls.ts';
import { syncStatus } from './sync-status.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

function row(consumer: string, height: number, at: Date, behindSince: Date | null = null): SubgraphProgressRow {
  const place = { height, hash: `hash${height}` };
  return { consumer, reported: { ...place, at }, shared: place, behindSince };
}

const nothing: SubgraphProgressRow = { consumer: 'currencies', reported: null, shared: null, behindSince: ago(10) };
const node = (height: number, aheadSince: Date | null = null, silentSince: Date | null = null) => ({
  height,
  aheadSince,
  notarizedHeight: null,
  seenAt: NOW,
  silentSince,
});
const status = (rows: SubgraphProgressRow[], tip: ReturnType<typeof node> | null) =>
  syncStatus(rows, 'blocks', tip, listStalls(rows, 'blocks', tip, 60, NOW));

test('live within two blocks of the tip, syncing below', () => {
  expect(status([row('blocks', 100, ago(5)), row('currencies', 100, ago(4))], node(100))).toBe('LIVE');
  expect(status([row('blocks', 100, ago(5)), row('currencies', 98, ago(4), ago(5))], node(100))).toBe('LIVE');
  expect(status([row('blocks', 100, ago(5)), row('currencies', 97, ago(4), ago(5))], node(100))).toBe('SYNCING');
  expect(status([row('blocks', 100, ago(5), null)], node(5_000, ago(60)))).toBe('SYNCING');
});

test('nothing applied yet is syncing, even without a word from a node', () => {
  expect(status([row('blocks', 0, ago(5)), nothing], null)).toBe('SYNCING');
  expect(
    status(
      [
        { ...nothing, consumer: 'blocks', behindSince: null },
        { ...nothing, behindSince: null },
      ],
      null,
    ),
  ).toBe('SYNCING');
});

test('without a node the tip is unknown: neither live nor syncing', () => {
  expect(status([row('blocks', 100, ago(5)), row('currencies', 100, ago(4))], null)).toBe('NODE_UNAVAILABLE');
  expect(status([row('blocks', 100, ago(5)), row('currencies', 9, ago(4), ago(5))], null)).toBe('NODE_UNAVAILABLE');
});

test('what is stuck is stuck, with and without a node', () => {
  const rows = [row('blocks', 103, ago(5)), row('currencies', 100, ago(500), ago(181))];
  expect(syncStatus(rows, 'blocks', null, listStalls(rows, 'blocks', node(103), 60, NOW))).toBe('STALLED');
});

test('no block for hours is no stall while the node has none either', () => {
  expect(status([row('blocks', 100, ago(9_000)), row('currencies', 100, ago(9_000))], node(100))).toBe('LIVE');
});

test('a chain is stalled when the node has had a block for three block times and we applied none', () => {
  const rows = [row('blocks', 100, ago(9_000)), row('currencies', 100, ago(9_000))];
  expect(status(rows, node(101, ago(180)))).toBe('LIVE');
  expect(status(rows, node(101, ago(181)))).toBe('STALLED');
  expect(status([row('blocks', 100, ago(10)), row('currencies', 100, ago(9))], node(900, ago(9_000)))).toBe('SYNCING');
});

test('a chain is stalled when a subgraph has had a block for three block times and applied none, or never reported', () => {
  expect(status([row('blocks', 103, ago(5)), row('currencies', 100, ago(500), ago(181))], node(103))).toBe('STALLED');
  expect(status([row('blocks', 103, ago(5)), row('currencies', 100, ago(20), ago(500))], node(103))).toBe('SYNCING');
  expect(status([row('blocks', 103, ago(5)), { ...nothing, behindSince: ago(500) }], node(103))).toBe('STALLED');
});

test('a chain is stalled when the follower has polled no node for three block times, unless it applies blocks meanwhile', () => {
  const seen = (secondsAgo: number) => ({ ...node(100), seenAt: ago(secondsAgo) });
  expect(status([row('blocks', 100, ago(9_000))], seen(180))).toBe('LIVE');
  expect(status([row('blocks', 100, ago(9_000))], seen(181))).toBe('STALLED');
  expect(status([row('blocks', 100, ago(20))], seen(9_000))).toBe('LIVE');
  const onFastChain = (secondsAgo: number) =>
    listStalls([row('blocks', 100, ago(9_000))], 'blocks', seen(secondsAgo), 1, NOW);
  expect(onFastChain(15)).toEqual([]);
  expect(onFastChain(16)).toEqual([{ part: 'follower', since: ago(16), height: 100 }]);
});

test('a chain is stalled when no node has answered for three block times, which differs from a follower that does not poll', () => {
  const silent = (secondsAgo: number) => ({ ...node(100, null, ago(1)), seenAt: ago(secondsAgo) });
  const rows = [row('blocks', 100, ago(9_000))];
  expect(status(rows, silent(180))).toBe('LIVE');
  expect(status(rows, silent(181))).toBe('STALLED');
  expect(listStalls(rows, 'blocks', silent(181), 60, NOW)).toEqual([{ part: 'node', since: ago(181), height: 100 }]);
});

test('a stall names the stuck part, the time since when and the block', () => {
  const rows = [row('blocks', 103, ago(5)), row('currencies', 100, ago(300), ago(500)), row('addresses', 103, ago(5))];
  expect(listStalls(rows, 'blocks', node(103), 60, NOW)).toEqual([
    { part: 'currencies', since: ago(300), height: 100 },
  ]);
});

test('the consistent tip is the lowest shared block; a block that one subgraph lacks does not count', () => {
  expect(consistentTip([row('blocks', 9, NOW), row('a', 7, NOW), row('b', 8, NOW)])).toEqual({
    height: 7,
    hash: 'hash7',
  });
  expect(consistentTip([row('blocks', 9, NOW), row('a', 0, NOW)])).toEqual({ height: 0, hash: 'hash0' });
  expect(consistentTip([row('blocks', 9, NOW), nothing])).toBeNull();
});

test.each([
  [667, 100, null, 567],
  [541, 100, 520, 520],
  [541, 100, 300, 441],
  [541, 100, 600, 541],
  [100, 100, null, 0],
  [99, 100, null, null],
  [99, 100, 0, 0],
])('at tip %d with maturity %d and root %s block %s is final', (tip, depth, notarized, expected) => {
  expect(finalizedHeight(tip, depth, notarized)).toBe(expected);
});
