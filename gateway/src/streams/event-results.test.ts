import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { OpenedSubscription } from '#/events/event-graph.ts';
import { WorkUnderWay } from '#/limits/work-under-way.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { startRead } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import { EventResults, type EventResultsOptions } from './event-results.ts';
import type { PlacedEvent } from './stream-walk.ts';

const PINS: readonly Tip[] = [{ chainId: 'chain', height: 1_000, hash: 'aa' } as Tip];
const KEY = { teamId: 'team', personId: null, plan: { workUnderWay: null } } as KnownKey;
const PIN = PINS[0] as Tip;
const ASKED = { query: '', operationName: undefined, variables: undefined };

function openResults(characters: number, work?: WorkUnderWay) {
  let executed = 0;
  const text = 'x'.repeat(characters);
  const events = {
    execute: async (_asked: unknown, asked: readonly unknown[]) => {
      executed += asked.length;
      return asked.map(() => ({ data: { text } }));
    },
  };
  const options = {
    graphs: { run: (operate: (graph: unknown) => unknown) => operate({ events }) },
    reader: { context: () => ({ read: startRead(PINS) }) },
    work,
  } as unknown as EventResultsOptions;
  return { results: new EventResults(options), executed: () => executed };
}

function eventsFrom(first: number, count: number): PlacedEvent<number>[] {
  return Array.from({ length: count }, (_, index) => {
    const height = first + index;
    return { id: `event ${height}`, value: {}, position: height, block: { height, hash: String(height) } };
  });
}

function selection(name: string): Pick<OpenedSubscription, 'resultKey' | 'cost'> {
  return { resultKey: name, cost: undefined };
}

test('results of events are executed once for equal selections, also for streams that come later', async () => {
  const { results, executed } = openResults(10);
  const load = (first: number) =>
    results.of(ASKED, selection('a'), 'TESTNET').load(eventsFrom(first, 10), PINS, PIN, { write: String }, KEY);
  const [one, other] = await Promise.all([load(0), load(5)]);
  const later = await load(5);
  expect(executed()).toBe(15);
  expect([one.length, other[0]?.cursor, later[9]?.cursor]).toEqual([10, '5', '14']);
});

test('whatever streams asked for, what is kept of their results stays within its bytes', async () => {
  const { results, executed } = openResults(100_000);
  const asked = Math.ceil((1.5 * MEMORY_BOUNDS.eventResults) / 100_000 / 10);
  for (let count = 0; count < asked; count += 1) {
    await results
      .of(ASKED, selection(String(count)), 'TESTNET')
      .load(eventsFrom(0, 10), PINS, PIN, { write: String }, KEY);
  }
  expect(executed()).toBe(asked * 10);
  expect(results.bytes).toBeLessThanOrEqual(MEMORY_BOUNDS.eventResults);
  expect(results.bytes).toBeGreaterThan(MEMORY_BOUNDS.eventResults / 2);
});

const COSTLY = { ...selection('a'), cost: { estimated: 5, max: 100 } };

/** Ten events cost half of the work that one of four teams may have running. */
function openWork() {
  const work = new WorkUnderWay({ max: 100, teams: 4, waitMs: 60_000 });
  const { results, executed } = openResults(10, work);
  const load = (events: PlacedEvent<number>[], key: KnownKey) =>
    results.of(ASKED, COSTLY, 'TESTNET').load(events, PINS, PIN, { write: String }, key);
  return { work, executed, load };
}

const keyOf = (teamId: string, personId: string | null = null) => ({ ...KEY, teamId, personId }) as KnownKey;

test('events wait for room in the work of the team that asks, and no other team waits for that', async () => {
  const { work, executed, load } = openWork();
  const leave = await work.enter(KEY, 100);
  const events = eventsFrom(0, 10);
  const waiting = load(events, KEY);
  await waitFor(() => work.waiting === 1, { what: 'the group to wait' });
  expect(executed()).toBe(0);
  expect((await load(events, keyOf('other'))).length).toBe(10);
  expect(work.waiting).toBe(1);
  leave();
  expect((await waiting).length).toBe(10);
  expect([executed(), work.cost]).toEqual([10, 0]);
});

test('what several teams ask for at one moment is the work of each of them in turn', async () => {
  const { work, load } = openWork();
  const payers: string[] = [];
  const enter = work.enter.bind(work);
  work.enter = (key, ...others) => {
    payers.push(key.teamId);
    return enter(key, ...others);
  };
  for (let block = 0; block < 4; block += 1) {
    const events = eventsFrom(block, 1);
    await Promise.all(['a', 'b'].map((team) => load(events, keyOf(team))));
  }
  expect(payers).toEqual(['a', 'b', 'a', 'b']);
});

test('streams of the teams of one person have as much room as two teams', async () => {
  const { work, load } = openWork();
  const leaves: (() => void)[] = [];
  for (const team of ['a', 'b']) leaves.push(await work.enter(keyOf(team, 'person'), 100));
  const third = load(eventsFrom(0, 1), keyOf('c', 'person'));
  await waitFor(() => work.waiting === 1, { what: 'the third team to wait' });
  for (const leave of leaves) leave();
  await third;
});

test('a stream whose groups together are more than its team may have running gets one after the other', async () => {
  const { work, load } = openWork();
  const groups = [load(eventsFrom(0, 10), KEY), load(eventsFrom(10, 20), KEY)];
  expect((await Promise.all(groups)).map(({ length }) => length)).toEqual([10, 20]);
  expect([work.cost, work.waiting]).toEqual([0, 0]);
});
