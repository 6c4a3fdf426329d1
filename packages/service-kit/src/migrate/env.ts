import { chainDatabasesEnv, type DatabaseUrls, listPrimaries } from '#/db/database-map.ts';

interface MigrateEnv {
  databaseUrl: string | undefined;
  chainDatabases: Record<string, DatabaseUrls>;
}

/** The only reader of the environment in this folder. */
export function readEnv(prefix = ''): MigrateEnv {
  const parsed = chainDatabasesEnv.safeParse(process.env[`${prefix}CHAIN_DATABASES`]);
  if (!parsed.success) throw new Error(`${prefix}CHAIN_DATABASES: ${parsed.error.issues[0]?.message}`);
  return { databaseUrl: process.env[`${prefix}DATABASE_URL`], chainDatabases: parsed.data };
}

/**
 * The databases of the service, each once; none without DATABASE_URL.
 * @param prefix of the service's own variables where several services are migrated, such as `BLOCKS_`
 */
export function readDatabaseUrls(prefix = ''): string[] {
  const { databaseUrl, chainDatabases } = readEnv(prefix);
  if (databaseUrl === undefined) return [];
  return listPrimaries({
    others: { url: databaseUrl, readUrls: [] },
    byChain: new Map(Object.entries(chainDatabases)),
  });
}
