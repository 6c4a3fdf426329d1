import type { KnownKey } from '#/auth/key-answer.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { Tip } from '#/pin/tip.ts';
import { BlockAhead } from './chain-step.ts';
import { EventGroups } from './event-groups.ts';
import type { SelectionResults } from './selection-results.ts';
import type { FoundEvents, PlacedEvent } from './stream-walk.ts';
import type { StreamedEvent } from './streamed-event.ts';

const PIN = { chainId: 'chain' } as Tip;

/** A walk over the places 0 to `end`, three at each look. */
function openGroups({ end, groupSize = 10 }: { end: number; groupSize?: number }) {
  const stand = { end, looks: [] as number[], asked: [] as number[][], failure: undefined as Error | undefined };
  const waiting: (() => void)[] = [];
  const find = async (_pins: unknown, _pin: unknown, place: number): Promise<FoundEvents<number> | undefined> => {
    stand.looks.push(place);
    if (stand.failure !== undefined) throw stand.failure;
    if (place === stand.end) return undefined;
    const until = Math.min(place + 3, stand.end);
    const events = Array.from({ length: until - place }, (_, index) => ({ position: place + index + 1 }));
    return { events: events as PlacedEvent<number>[], until, isFollowed: until < stand.end };
  };
  const load = async (events: readonly PlacedEvent<number>[]): Promise<StreamedEvent[]> => {
    stand.asked.push(events.map(({ position }) => position));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return events.map(({ position }) => ({ text: String(position) }) as StreamedEvent);
  };
  const groups = new EventGroups<number>({
    walk: { find, write: String },
    results: { groupSize, load } as unknown as SelectionResults,
    chainId: PIN.chainId,
    key: {} as KnownKey,
    pins: () => [PIN],
  });
  const letCome = async (): Promise<void> => {
    await settle();
    for (const come of waiting.splice(0)) come();
  };
  return { stand, groups, letCome };
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('while the results of a group load, the next group is found and asked for, and no other', async () => {
  const { stand, groups, letCome } = openGroups({ end: 9 });
  const first = groups.next(0);
  await settle();
  expect(stand.looks).toEqual([0, 3, 6]);
  expect(stand.asked).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  await letCome();
  expect(await first).toMatchObject({ until: 3, results: [{ text: '1' }, { text: '2' }, { text: '3' }] });
  expect(await groups.next(3)).toMatchObject({ until: 6 });
  await settle();
  expect(stand).toMatchObject({
    looks: [0, 3, 6],
    asked: [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ],
  });
});

test('events that are found together come in groups, each behind the other', async () => {
  const { stand, groups, letCome } = openGroups({ end: 3, groupSize: 2 });
  const first = groups.next(0);
  await letCome();
  expect(await first).toMatchObject({ until: 2 });
  expect(await groups.next(2)).toMatchObject({ until: 3, events: [{ position: 3 }] });
  expect(stand.looks).toEqual([0]);
  expect(await groups.next(3)).toBeUndefined();
});

test('a look ahead that fails throws when its turn comes, and is not kept', async () => {
  const { stand, groups, letCome } = openGroups({ end: 6 });
  const first = groups.next(0);
  stand.failure = new EventsUnavailable('away');
  await letCome();
  expect(await first).toMatchObject({ until: 3 });
  await expect(groups.next(3)).rejects.toThrow('away');
  stand.failure = undefined;
  const again = groups.next(3);
  await letCome();
  expect(await again).toMatchObject({ until: 6 });
});

test('a look ahead that was ahead of its pin is made again at the pin of now', async () => {
  const { stand, groups, letCome } = openGroups({ end: 6 });
  const first = groups.next(0);
  stand.failure = new BlockAhead('the block is above the pin');
  await letCome();
  expect(await first).toMatchObject({ until: 3 });
  stand.failure = undefined;
  const second = groups.next(3);
  await letCome();
  expect(await second).toMatchObject({ until: 6 });
});

test('what a look ahead did not find is looked for again', async () => {
  const { stand, groups, letCome } = openGroups({ end: 6 });
  const first = groups.next(0);
  stand.end = 3;
  await letCome();
  expect(await first).toMatchObject({ until: 3 });
  stand.end = 6;
  const next = groups.next(3);
  await letCome();
  expect(await next).toMatchObject({ until: 6 });
  expect(stand.looks).toEqual([0, 3, 3]);
});

test('a stream that stands elsewhere does not get what was read ahead', async () => {
  const { groups, letCome } = openGroups({ end: 9 });
  const first = groups.next(0);
  await letCome();
  await first;
  const other = groups.next(1);
  await letCome();
  expect(await other).toMatchObject({ until: 4, events: [{ position: 2 }, { position: 3 }, { position: 4 }] });
});
