import { readMigrations, readSchema } from '@ledgergraph/service-kit/migrate/migration-files';
import { NO_FILTER, withSchemaEngine } from '@ledgergraph/service-kit/migrate/schema-engine';

export interface CheckDriftOptions {
  schemaDir: string;
  migrationsDir: string;
  /** A server on which the engine may create and drop a shadow database. */
  serverUrl: string;
}

const DIFFERS = 2;

/**
 * Compares what the migrations build with what the schema says.
 *
 * @returns undefined when they agree, otherwise the difference in words
 */
export async function checkDrift(options: CheckDriftOptions): Promise<string | undefined> {
  const { exitCode, stdout } = await withSchemaEngine(options.serverUrl, async (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(options.migrationsDir)) },
      to: { tag: 'schemaDatamodel', ...(await readSchema(options.schemaDir)) },
      script: false,
      exitCode: true,
      filters: NO_FILTER,
    }),
  );
  return exitCode === DIFFERS ? (stdout ?? 'unknown difference') : undefined;
}
