import { SocketConcurrency } from './socket-concurrency.ts';

test('where all room of strangers is taken, the oldest of the fullest network gives way to a newcomer', () => {
  const concurrency = new SocketConcurrency({ streamsMaxOf: () => 1 }, { strangersMax: 10, strangersPerAddressMax: 6 });
  const ended: string[] = [];
  const enter = (address: string, name: string) => concurrency.enter(address, () => ended.push(name));
  const [first] = ['a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'a 6'].map((name) => enter('192.0.2.1', name));
  expect(enter('192.0.2.1', 'a 7')).toBeUndefined();
  for (const name of ['b 1', 'b 2', 'b 3', 'b 4']) enter('2001:db8::1', name);
  expect(typeof enter('198.51.100.1', 'honest')).toBe('function');
  expect(typeof enter('198.51.100.2', 'honest too')).toBe('function');
  expect(ended).toEqual(['a 1', 'a 2']);
  first?.();
  enter('198.51.100.3', 'the last');
  expect(ended).toEqual(['a 1', 'a 2', 'a 3']);
});
