import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import type { EventField } from '#/events/event-fields.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainPosition } from './chain-position.ts';
import type { ChainReader } from './chain-reader.ts';
import { findEvents } from './find-events.ts';

const source = { kind: 'changes', subgraph: 'addresses', field: 'addressChanges' };
const field = { name: 'addressActivity', source, referencesOf: () => ({}) } as unknown as EventField;
const pin = { chainId: 'i1', environment: 'TESTNET', height: 5_000, hash: 'm' } as Tip;
const at = (height: number) => ({ height, hash: `m${height}` });
const change = (height: number, txIndex: number, id: string): ChangePlace => ({
  height,
  txIndex,
  vout: -1,
  id,
  reference: `${height}.${txIndex}`,
});

/** A reader of these changes that keeps the ranges that it was asked for. */
function readerOf(changes: readonly ChangePlace[]): { reader: ChainReader; asked: Omit<ChangeRange, 'chainId'>[] } {
  const asked: Omit<ChangeRange, 'chainId'>[] = [];
  const read = async (_pins: unknown, _pin: Tip, _field: unknown, range: Omit<ChangeRange, 'chainId'>) => {
    asked.push(range);
    const { from, to, ids, limit } = range;
    const found = changes.filter(({ height, id }) => height >= from && height <= to && (ids?.includes(id) ?? true));
    return found.slice(0, limit ?? found.length);
  };
  return { reader: { changes: read } as unknown as ChainReader, asked };
}

async function find(changes: readonly ChangePlace[], ids: string[], from: ChainPosition, heights: number[]) {
  const { reader, asked } = readerOf(changes);
  const { events, until } = await findEvents(reader, [], pin, field, new Set(ids), from, heights.map(at));
  return { references: events.map(({ position }) => position.place?.reference), until: until.block.height, asked };
}

test('near the tip all changes are looked up, so that streams share them; each takes its own, in order', async () => {
  const changes = [change(8, 1, 'a'), change(8, 1, 'b'), change(8, 2, 'c'), change(9, 1, 'a')];
  const { references, until, asked } = await find(changes, ['c', 'a'], { block: at(7), place: null }, [8, 9]);
  expect([references, until]).toEqual([['8.1', '8.2', '9.1'], 9]);
  expect(asked).toEqual([{ from: 8, to: 9, ids: null, limit: null }]);
});

test('from a place in a block the rest of that block comes first', async () => {
  const changes = [change(7, 1, 'a'), change(7, 2, 'a'), change(7, 3, 'a'), change(8, 1, 'a')];
  const from = { block: at(7), place: { txIndex: 2, vout: -1, id: 'a', reference: '7.2' } };
  expect((await find(changes, ['a'], from, [8])).references).toEqual(['7.3', '8.1']);
});

test('the rest of a block comes also if the place itself is not among the events any more', async () => {
  const changes = [change(7, 1, 'a'), change(7, 3, 'a')];
  const from = { block: at(7), place: { txIndex: 2, vout: -1, id: 'z', reference: '7.2' } };
  expect((await find(changes, ['a'], from, [])).references).toEqual(['7.3']);
});

test('a stream that is behind asks for its own ids, and stops before a block that is cut', async () => {
  const heights = Array.from({ length: 99 }, (_, index) => 8 + index);
  const changes = heights.flatMap((height) => Array.from({ length: 30 }, (_, index) => change(height, index, 'a')));
  const { references, until, asked } = await find(changes, ['a'], { block: at(7), place: null }, heights);
  expect(asked[0]).toMatchObject({ from: 8, to: 106, ids: ['a'] });
  // 66 whole blocks of 30 changes are within 2,000.
  expect([references.length, until]).toEqual([66 * 30, 8 + 65]);
});

test('a block with more changes than one look-up brings is read alone and whole', async () => {
  const changes = Array.from({ length: 3_000 }, (_, index) => change(8, index, 'a'));
  const { references, until } = await find(changes, ['a'], { block: at(7), place: null }, [8, 9, 10, 11, 12, 13]);
  expect([references.length, until]).toEqual([3_000, 8]);
});
