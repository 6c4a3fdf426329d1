import { z } from 'zod';
import { uuidV7 } from './uuid-v7.ts';

test('ids are UUIDs of version 7, differ, and sort by time', () => {
  const ids = [1, 2, 2 ** 40, 2 ** 47].map((time) => uuidV7(new Date(time)));
  for (const id of ids) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  const now = new Date();
  expect(new Set(Array.from({ length: 1000 }, () => uuidV7(now))).size).toBe(1000);
  expect(Number.parseInt(uuidV7(now).replace('-', '').slice(0, 12), 16)).toBe(now.getTime());
});
