import { EXPORT_BYTES, ExportConcurrency } from './export-concurrency.ts';

const { groups, lines } = EXPORT_BYTES;
const from = (network: string, authorization?: string) => ({
  authorization,
  client: { address: network, protocol: 'http', host: 'a', network, teamId: undefined },
});

test('exports hold a bounded number of bytes together, half of them for one team, however many may run', () => {
  const concurrency = new ExportConcurrency(4 * groups);
  const first = concurrency.hold('a', groups);
  expect(concurrency.hold('a', groups)).toBeInstanceOf(Function);
  expect(concurrency.hold('a', lines)).toBeUndefined();
  expect(concurrency.hold('b', lines)).toBeInstanceOf(Function);
  first?.();
  first?.();
  expect(concurrency.hold('a', groups)).toBeInstanceOf(Function);
  expect(concurrency.hold('a', groups)).toBeUndefined();
});

test('one key runs four at a time from wherever it is, however its header is spelt', () => {
  const concurrency = new ExportConcurrency();
  const spellings = ['Bearer lg_a', 'bearer lg_a', 'Bearer  lg_a', ' Bearer lg_a ', 'BEARER lg_a'];
  const taken = spellings.map((authorization, index) => concurrency.enter(from(`network ${index}`, authorization)));
  expect(taken.map((place) => place !== undefined)).toEqual([true, true, true, true, false]);
  expect(concurrency.enter(from('network 1', 'Bearer lg_b'))).toBeInstanceOf(Function);
});

test('a network that shows a new key each time, or none, leaves places to others', () => {
  const concurrency = new ExportConcurrency();
  const keys = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? `Bearer ${index}` : undefined));
  const taken = keys.map((key) => concurrency.enter(from('one', key)));
  expect(taken.filter((place) => place !== undefined)).toHaveLength(24);
  expect(concurrency.enter(from('another', 'Bearer lg_b'))).toBeInstanceOf(Function);
});
