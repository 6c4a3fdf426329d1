import { inRepository } from '@ledgergraph/local/repository';
import { withDatabase } from '@ledgergraph/service-kit/database-url';
import { connectClient } from '@ledgergraph/service-kit/db/connect-client';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { Databases } from './database-server.ts';
import { SUBGRAPHS, type SubgraphName } from './programs.ts';

/** For a straight sync to compare with. */
export function cleanDatabase(service: SubgraphName): string {
  return `clean_${service}`;
}

export async function createDatabases(server: Databases): Promise<void> {
  for (const service of [...SUBGRAPHS, 'accounts', 'webhooks']) {
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    await applyMigrations({ databaseUrl: server.url(service), migrationsDir });
  }
  for (const service of SUBGRAPHS) {
    const client = await connectClient(withDatabase(server.url(service), 'postgres'));
    await client.query(`CREATE DATABASE ${cleanDatabase(service)} TEMPLATE ${service}`);
    await client.end();
  }
}

/** Connected processes go on, and find no block. Networks stay, since an indexer writes them only when it asks for them. */
export async function emptyDatabases(server: Databases, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [tables] = await server.query<{ list: string }>(
      name,
      `SELECT string_agg(quote_ident(tablename), ', ') AS list FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'network')`,
    );
    // Connected processes read meanwhile: Postgres ends one of two that wait for each other.
    const truncate = () => server.query(name, `TRUNCATE ${tables?.list} RESTART IDENTITY`);
    await waitFor(async () => (await truncate()) !== undefined, { what: `${name} to be emptied` });
  }
}
