import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';

/** Announcements alone do not distinguish an environment that waits for its node from one without a network. */
export async function saveConfiguredEnvironments(
  db: SqlExecutor,
  environments: readonly EnvironmentName[],
): Promise<void> {
  await db.$executeRawUnsafe(
    `WITH gone AS (DELETE FROM configured_environment WHERE environment <> ALL($1::text[]))
     INSERT INTO configured_environment (environment) SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING`,
    environments,
  );
}

export async function listConfiguredEnvironments(db: SqlExecutor): Promise<EnvironmentName[]> {
  const rows = await db.$queryRawUnsafe<{ environment: EnvironmentName }[]>(
    'SELECT environment FROM configured_environment ORDER BY environment',
  );
  return rows.map(({ environment }) => environment);
}
