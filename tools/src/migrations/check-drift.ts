import { readMigrations, readSchema } from '@ledgergraph/service-kit/migrate/migration-files';
import { NO_FILTER, withSchemaEngine } from '@ledgergraph/service-kit/migrate/schema-engine';

export interface CheckDriftOptions {
  schemaDir: string;
  migrationsDir: string;
  /** The engine may create and drop a shadow database on it. */
  serverUrl: string;
}

const DIFFERS = 2;

/** Compares migrations with the schema. @returns undefined when they agree, else the difference */
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
