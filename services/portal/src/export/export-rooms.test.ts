import { EXPORT_BYTES, ExportRooms } from './export-rooms.ts';

const { groups, lines } = EXPORT_BYTES;
const from = (network: string, authorization?: string) => ({
  authorization,
  client: { address: network, protocol: 'http', host: 'a', network },
});

test('exports hold a bounded number of bytes together, half of them for one team, however many may run', () => {
  const rooms = new ExportRooms(4 * groups);
  const first = rooms.hold('a', groups);
  expect(rooms.hold('a', groups)).toBeInstanceOf(Function);
  expect(rooms.hold('a', lines)).toBeUndefined();
  expect(rooms.hold('b', lines)).toBeInstanceOf(Function);
  first?.();
  first?.();
  expect(rooms.hold('a', groups)).toBeInstanceOf(Function);
  expect(rooms.hold('a', groups)).toBeUndefined();
});

test('one key runs four at a time from wherever it is, however its header is spelt', () => {
  const rooms = new ExportRooms();
  const spellings = ['Bearer lg_a', 'bearer lg_a', 'Bearer  lg_a', ' Bearer lg_a ', 'BEARER lg_a'];
  const taken = spellings.map((authorization, index) => rooms.enter(from(`network ${index}`, authorization)));
  expect(taken.map((place) => place !== undefined)).toEqual([true, true, true, true, false]);
  expect(rooms.enter(from('network 1', 'Bearer lg_b'))).toBeInstanceOf(Function);
});

test('a network that shows a new key each time, or none, leaves places to others', () => {
  const rooms = new ExportRooms();
  const keys = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? `Bearer ${index}` : undefined));
  const taken = keys.map((key) => rooms.enter(from('one', key)));
  expect(taken.filter((place) => place !== undefined)).toHaveLength(24);
  expect(rooms.enter(from('another', 'Bearer lg_b'))).toBeInstanceOf(Function);
});
