import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { connectDatabase } from '#/context.ts';

/** Drops the database when disposed. */
export async function openDatabase() {
  const database = await createTestDatabase({ service: 'blocks' });
  const db = connectDatabase(database.url);
  return {
    db,
    url: database.url,
    close: async () => {
      await db.$disconnect();
      await database.drop();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;
