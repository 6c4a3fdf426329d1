import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Databases } from './database-server.ts';

type Server = Pick<Databases, 'query'>;

const copyOf = (database: string): string => `copy_of_${database}`;

/** With the lost commits. */
export function lostDatabase(database: string): string {
  return `lost_${database}`;
}

/** Replaces an earlier copy. Clients are cut off. */
export async function keepCopy(server: Server, database: string): Promise<void> {
  await server.query('postgres', `DROP DATABASE IF EXISTS ${copyOf(database)}`);
  await alone(server, database, () =>
    server.query('postgres', `CREATE DATABASE ${copyOf(database)} TEMPLATE ${database}`),
  );
}

/** Sequences go back too, which is harsher than a promotion. `lostDatabase` names the replaced one. */
export async function restoreCopy(server: Server, database: string): Promise<void> {
  await server.query('postgres', `DROP DATABASE IF EXISTS ${lostDatabase(database)}`);
  await alone(server, database, async () => {
    await server.query('postgres', `ALTER DATABASE ${database} RENAME TO ${lostDatabase(database)}`);
    await server.query('postgres', `ALTER DATABASE ${copyOf(database)} RENAME TO ${database}`);
  });
  await server.query('postgres', `ALTER DATABASE ${lostDatabase(database)} ALLOW_CONNECTIONS true`);
}

/** While no client is connected. */
async function alone(server: Server, database: string, step: () => Promise<unknown>): Promise<void> {
  await server.query('postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`;
  await waitFor(async () => (await server.query('postgres', end)).length === 0, { what: `${database} to be left` });
  await step();
  await server.query('postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
}
