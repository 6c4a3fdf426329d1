import { Turns } from './turns.ts';

test('one team has at most its part of the places, and teams that wait come in turn', () => {
  const turns = new Turns(4, 3);
  const begun: string[] = [];
  const enter = (team: string, name: string) => turns.enter(team, () => begun.push(`${team} ${name}`));
  const ofA = ['1', '2', '3', '4', '5'].map((name) => enter('a', name));
  expect(begun).toEqual(['a 1', 'a 2', 'a 3']);
  const b = enter('b', '1');
  enter('b', '2');
  enter('c', '1');
  expect(begun).toEqual(['a 1', 'a 2', 'a 3', 'b 1']);
  ofA[0]?.();
  ofA[0]?.();
  b();
  ofA[1]?.();
  expect(begun.slice(4)).toEqual(['a 4', 'b 2', 'c 1']);
});

test('who leaves the queue does not begin', () => {
  const turns = new Turns(1, 1);
  const begun: string[] = [];
  const enter = (team: string) => turns.enter(team, () => begun.push(team));
  const first = enter('a');
  const second = enter('b');
  enter('c');
  second();
  first();
  expect(begun).toEqual(['a', 'c']);
});

test('a team that is alone has more places than one that shares them', () => {
  let now = 0;
  const turns = new Turns(8, { shared: 1, alone: 3 }, () => now);
  const begun: string[] = [];
  const enter = (team: string) => turns.enter(team, () => begun.push(team));
  const leaves = [enter('a'), enter('a'), enter('a'), enter('a')];
  expect(begun).toEqual(['a', 'a', 'a']);
  enter('b');
  enter('b');
  expect(begun.slice(3)).toEqual(['b']);
  leaves[0]?.();
  leaves[1]?.();
  expect(begun).toHaveLength(4);
  leaves[2]?.();
  expect(begun.slice(4)).toEqual(['a']);
  now = 1_000;
  leaves[3]?.();
  expect(begun.slice(5)).toEqual(['b']);
});
