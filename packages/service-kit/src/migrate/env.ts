import { chainDatabasesEnv, type DatabaseUrls, listPrimaries } from '#/db/database-map.ts';

interface MigrateEnv {
  databaseUrl: string | undefined;
  chainDatabases: Record<string, DatabaseUrls>;
}

export function readEnv(prefix = ''): MigrateEnv {
  const parsed = chainDatabasesEnv.safeParse(process.env[`${prefix}CHAIN_DATABASES`]);
  if (!parsed.success) throw new Error(`${prefix}CHAIN_DATABASES: ${parsed.error.issues[0]?.message}`);
  return { databaseUrl: process.env[`${prefix}DATABASE_URL`], chainDatabases: parsed.data };
}

/** Each once; none without DATABASE_URL. @param prefix such as `BLOCKS_`, where several services are migrated */
export function readDatabaseUrls(prefix = ''): string[] {
  const { databaseUrl, chainDatabases } = readEnv(prefix);
  if (databaseUrl === undefined) return [];
  return listPrimaries({
    others: { url: databaseUrl, readUrls: [] },
    byChain: new Map(Object.entries(chainDatabases)),
  });
}
