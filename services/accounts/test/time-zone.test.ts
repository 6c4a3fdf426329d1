import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext } from '#/context.ts';

test('instants are what they are, whatever time zone the database is in', async () => {
  const database = await createTestDatabase({ service: 'accounts' });
  const name = new URL(database.url).pathname.slice(1);
  const before = createContext(database.url).db;
  await before.$executeRawUnsafe(`ALTER DATABASE "${name}" SET TimeZone TO 'Asia/Tokyo'`);
  await before.$disconnect();

  const { db } = createContext(database.url);
  const at = new Date('2030-01-01T00:00:00.500Z');
  await db.auditEntry.create({ data: { at, actorKind: 'operator', actorName: 'ann', action: 'key.create' } });
  // Not through the adapter, which could be wrong in both directions.
  const [seen] = await db.$queryRaw<{ at: number; ownNow: Date; secondsOff: number }[]>`
    SELECT extract(epoch FROM at)::float8 AS at, now() AS "ownNow",
           abs(extract(epoch FROM now() - ${new Date()}::timestamptz))::float8 AS "secondsOff" FROM audit_entry`;
  expect(seen?.at).toBe(at.getTime() / 1000);
  expect(Math.abs((seen?.ownNow.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
  expect(seen?.secondsOff).toBeLessThan(3_600);
  await db.$disconnect();
  await database.drop();
});
