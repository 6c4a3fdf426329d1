import type { ReadDatabases } from './chain-databases.ts';

/** A database that is away costs the fields of its chains, not the process. @throws the first fault if none answers */
export async function anyAnswers(databases: ReadDatabases): Promise<void> {
  const servers = databases.list().flatMap(({ primary, replicas }) => [primary, ...replicas]);
  const answers = servers.map(async ({ db }) => db.$queryRawUnsafe('SELECT 1 FROM sync_cursor LIMIT 1'));
  try {
    await Promise.any(answers);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}
