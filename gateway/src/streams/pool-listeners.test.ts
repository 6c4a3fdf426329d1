import type { PoolChange } from '#/events/event-sources.ts';
import { PoolListeners } from './pool-listeners.ts';

const changes = (...addresses: string[]): PoolChange[] => [
  { serial: 1, hasEntered: true, txid: 't', state: null, blockHeight: null, addresses },
];

function listen() {
  const listeners = new PoolListeners();
  const rung: string[] = [];
  const add = (name: string, ...addresses: string[]) =>
    listeners.add(() => rung.push(name), addresses.length === 0 ? null : new Set(addresses));
  return { listeners, rung, add };
}

test('a change wakes each stream that it concerns once, and no other', () => {
  const { listeners, rung, add } = listen();
  add('all');
  add('a', 'A');
  add('ab', 'A', 'B');
  const stop = add('b', 'B');
  listeners.ring(changes('A', 'B', 'A'));
  expect(rung.splice(0).sort()).toEqual(['a', 'ab', 'all', 'b']);
  stop();
  listeners.ring(changes('B'));
  expect(rung).toEqual(['all', 'ab']);
  expect(listeners.size).toBe(3);
});

test('many changes that do not concern a stream wake it all the same, so that its position stays young', () => {
  const { listeners, rung, add } = listen();
  add('a', 'A');
  for (let count = 1; count < 2_000; count += 1) listeners.ring(changes('B'));
  expect(rung).toEqual([]);
  listeners.ring(changes('B'));
  expect(rung).toEqual(['a']);
});
