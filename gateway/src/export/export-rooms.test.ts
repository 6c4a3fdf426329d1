import { EXPORT_BYTES, ExportRooms } from './export-rooms.ts';

const key = (id: string, teamId: string) => ({ id, teamId, personId: null });

test('exports hold a bounded number of bytes together, half of them for one team, however many may run', () => {
  const rooms = new ExportRooms({ perKey: 10, total: 100, bytes: 4 * EXPORT_BYTES.groups });
  const first = rooms.take(key('1', 'a'), EXPORT_BYTES.groups);
  expect(rooms.take(key('2', 'a'), EXPORT_BYTES.groups)).toBeInstanceOf(Function);
  expect(rooms.take(key('2', 'a'), EXPORT_BYTES.lines)).toBeUndefined();
  expect(rooms.take(key('3', 'b'), EXPORT_BYTES.lines)).toBeInstanceOf(Function);
  first?.();
  first?.();
  expect(rooms.take(key('1', 'a'), EXPORT_BYTES.groups)).toBeInstanceOf(Function);
  expect(rooms.take(key('1', 'a'), EXPORT_BYTES.groups)).toBeUndefined();
});

test('one key runs as many as it may, however few bytes they hold', () => {
  const rooms = new ExportRooms({ perKey: 2, total: 100, bytes: 100 });
  const taken = [1, 2, 3].map(() => rooms.take(key('1', 'a'), 1));
  expect(taken.map((room) => room !== undefined)).toEqual([true, true, false]);
});
