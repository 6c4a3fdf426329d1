import type { PoolChange } from '#/events/event-sources.ts';
import { PoolLog } from './pool-log.ts';

const entered = (serial: number, txid: string): PoolChange => ({
  serial,
  txid,
  hasEntered: true,
  state: null,
  blockHeight: null,
  addresses: [],
});
const left = (serial: number, txid: string): PoolChange => ({
  serial,
  txid,
  hasEntered: false,
  state: 'REMOVED',
  blockHeight: null,
  addresses: [],
});

function logOf(...pages: PoolChange[][]): PoolLog {
  const log = new PoolLog();
  for (const [index, changes] of pages.entries()) {
    log.append({ upTo: changes.at(-1)?.serial ?? log.upTo, changes });
    if (index === 0) log.begin();
  }
  return log;
}

const after = (log: PoolLog, serial: number, limit = 100) =>
  log.after(serial, limit).map(({ change }) => change.serial);
const pendingAt = (log: PoolLog, state: number, serial = 0) =>
  Array.from(log.pendingAt(state, serial), ({ txid }) => txid).join('');

test('changes behind a serial come in order, up to the number that is wanted', () => {
  const log = logOf([entered(3, 'a')], [entered(5, 'b'), left(6, 'a'), entered(8, 'c')]);
  expect([after(log, 3), after(log, 5), after(log, 7), after(log, 3, 2), after(log, 8)]).toEqual([
    [5, 6, 8],
    [6, 8],
    [8],
    [5, 6],
    [],
  ]);
  expect([log.from, log.upTo]).toEqual([3, 8]);
});

test('a state is listed as it was, whatever has left since, and from any place in it', () => {
  const log = logOf([entered(1, 'a'), entered(2, 'b')], [entered(3, 'c'), left(4, 'a'), entered(5, 'd'), left(6, 'c')]);
  expect([2, 3, 4, 5, 6].map((state) => pendingAt(log, state))).toEqual(['ab', 'abc', 'bc', 'bcd', 'bd']);
  expect(pendingAt(log, 5, 2)).toBe('cd');
});

test('what left before the log began is no change', () => {
  const log = logOf([entered(2, 'b')], [left(3, 'a'), left(4, 'b')]);
  expect(after(log, 2)).toEqual([4]);
});

test('a transaction that a reorganisation returned is listed again, and once in each state', () => {
  const log = logOf([entered(1, 'a')], [entered(4, 'a')]);
  expect([after(log, 1), pendingAt(log, 3), pendingAt(log, 4)]).toEqual([[4], 'a', 'a']);
});

test('the memory follows what is pending, and a window of changes: the rest is forgotten', () => {
  const log = logOf([entered(1, 'first')]);
  for (let serial = 2; serial < 100_000; serial += 2) {
    log.append({ upTo: serial + 1, changes: [entered(serial, `${serial}`), left(serial + 1, `${serial}`)] });
  }
  expect(log.after(0, 1_000_000).length).toBeLessThan(12_300);
  expect(log.upTo - log.from).toBeGreaterThanOrEqual(4_000);
  expect(after(log, log.from, 1)).toEqual([log.from + 1]);
  expect(pendingAt(log, log.upTo)).toBe('first');
});

test('the window is one of bytes: changes that touch thousands of addresses are fewer', () => {
  const log = logOf([entered(1, 'first')]);
  const addresses = Array.from({ length: 10_000 }, () => 'R');
  for (let serial = 2; serial < 1_000; serial += 2) {
    const changes = [entered(serial, `${serial}`), left(serial + 1, `${serial}`)];
    log.append({ upTo: serial + 1, changes: changes.map((change) => ({ ...change, addresses })) });
  }
  expect(log.after(0, 1_000).length).toBeLessThan(25);
  expect(after(log, log.from).length).toBeGreaterThan(4);
  expect(pendingAt(log, log.upTo)).toBe('first');
});
