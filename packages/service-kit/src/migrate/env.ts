import { chainDatabasesEnv, type DatabaseUrls, listPrimaries } from '#/db/database-map.ts';

/** The only reader of the environment in this folder. */
export function readEnv(): { databaseUrl: string | undefined; chainDatabases: Record<string, DatabaseUrls> } {
  const parsed = chainDatabasesEnv.safeParse(process.env.CHAIN_DATABASES);
  if (!parsed.success) throw new Error(`CHAIN_DATABASES: ${parsed.error.issues[0]?.message}`);
  return { databaseUrl: process.env.DATABASE_URL, chainDatabases: parsed.data };
}

/** The databases of the service, each once; none without DATABASE_URL. */
export function readDatabaseUrls(): string[] {
  const { databaseUrl, chainDatabases } = readEnv();
  if (databaseUrl === undefined) return [];
  return listPrimaries({
    others: { url: databaseUrl, readUrls: [] },
    byChain: new Map(Object.entries(chainDatabases)),
  });
}
