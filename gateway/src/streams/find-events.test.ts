import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import type { EventField } from '#/events/event-fields.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { findEvents } from './find-events.ts';
import type { ChainPosition } from './position.ts';

const source = { kind: 'changes', subgraph: 'addresses', field: 'itemChanges' };
const field = { name: 'itemEvents', source, areShared: false, referencesOf: () => ({}) } as unknown as EventField;
const pin = { chainId: 'i1', environment: 'TESTNET', height: 5_000, hash: 'm' } as Tip;
const at = (height: number) => ({ height, hash: `m${height}` });
const change = (height: number, txIndex: number, id: string): ChangePlace => ({
  height,
  txIndex,
  vout: -1,
  id,
  reference: `${height}.${txIndex}`,
});

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

async function find(
  changes: readonly ChangePlace[],
  ids: string[] | null,
  from: ChainPosition,
  heights: number[],
  of: EventField = field,
) {
  const { reader, asked } = readerOf(changes);
  const wanted = ids && new Set(ids);
  const { events, until } = await findEvents(reader, [], pin, of, wanted, from, heights.map(at));
  const places = events.map(({ position }) => position.place);
  const references = places.map((place) => place?.reference);
  return { references, places, names: events.map(({ id }) => id), until: until.block.height, asked };
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

describe('a change of several objects', () => {
  const shared = { ...field, areShared: true };
  const both = (height: number, txIndex: number) => ['a', 'b'].map((id) => change(height, txIndex, id));
  const changes = [...both(8, 1), change(8, 2, 'b'), ...both(8, 3), change(9, 1, 'c')];
  const before = { block: at(7), place: null };

  test('is one event, for streams of all and for streams of one or several of them, and has one id', async () => {
    const all = await find(changes, null, before, [8, 9], shared);
    expect(all.references).toEqual(['8.1', '8.2', '8.3', '9.1']);
    const some = await find(changes, ['b', 'a'], before, [8, 9], shared);
    expect(some.references).toEqual(['8.1', '8.2', '8.3']);
    const one = await find(changes, ['a'], before, [8, 9], shared);
    expect(one.names).toEqual([all.names[0], all.names[2]]);
  });

  test('is the same event for a stream that is far behind', async () => {
    const near = await find(changes, ['a', 'b'], before, [8, 9], shared);
    const far = await find(changes, ['a', 'b'], before, [8, 9, 10, 11, 12, 13], shared);
    expect(far.asked[0]).toMatchObject({ ids: ['a', 'b'] });
    expect(far.names).toEqual(near.names);
  });

  test('does not come again to a stream that goes on behind it with other objects', async () => {
    const { places } = await find(changes, ['a'], before, [8, 9], shared);
    const from = { block: at(8), place: places[0] ?? null };
    expect((await find(changes, ['b', 'c'], from, [9], shared)).references).toEqual(['8.2', '8.3', '9.1']);
  });
});
