import { RequestTurns, turnsOfAll } from './request-turns.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function startTurns(atOnce: number) {
  const ofAll = turnsOfAll(atOnce);
  const begun: string[] = [];
  const subgraphs = new Map<string, RequestTurns>();
  const ask = (team: string, name: string): (() => void) => {
    const turns = subgraphs.get(name) ?? new RequestTurns(ofAll);
    subgraphs.set(name, turns);
    return turns.enter(team, () => begun.push(`${team} ${name}`));
  };
  return { ask, begun };
}

test('a team has a part of the requests to all subgraphs, and less while others ask too', () => {
  const { ask, begun } = startTurns(8);
  const asked = ['blocks', 'addresses', 'blocks', 'addresses', 'blocks'].map((subgraph) => ask('a', subgraph));
  expect(begun).toHaveLength(4);
  ask('b', 'blocks');
  ask('b', 'addresses');
  ask('b', 'blocks');
  expect(begun.slice(4)).toEqual(['b blocks', 'b addresses']);
  for (const leave of asked.slice(0, 2)) leave();
  expect(begun).toHaveLength(6);
  asked[2]?.();
  expect(begun.slice(6)).toEqual(['a blocks']);
});

test('requests that a hanging subgraph keeps leave the others of their team theirs', () => {
  const { ask, begun } = startTurns(8);
  for (let request = 0; request < 40; request += 1) ask('a', 'hanging');
  jest.advanceTimersByTime(10_000);
  // A team has twelve connections to one subgraph at most, however long they take.
  expect(begun).toHaveLength(12);
  ask('a', 'blocks');
  expect(begun[12]).toBe('a blocks');
});

test('the gateway itself waits for no team, and who leaves the queue does not begin', () => {
  const { ask, begun } = startTurns(1);
  const first = ask('a', 'blocks');
  const second = ask('a', 'addresses');
  ask('', 'blocks');
  expect(begun).toEqual(['a blocks', ' blocks']);
  second();
  first();
  ask('a', 'blocks');
  expect(begun.slice(2)).toEqual(['a blocks']);
});
