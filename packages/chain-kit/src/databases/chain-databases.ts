import type { Logger } from '@ledgergraph/service-kit/logger';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { ReadServer } from './read-server.ts';
import { type OpenDatabase, Replica } from './replica.ts';

/** The servers that have the rows of some chains. */
export interface ReadDatabase {
  primary: ReadServer;
  replicas: readonly Replica[];
}

/** The databases that a process reads, by chain. */
export interface ReadDatabases {
  /** The database of a chain. */
  of(chainId: string): ReadDatabase;
  /** All, each once. */
  list(): readonly ReadDatabase[];
}

/** Where the rows of some chains are. */
export interface DatabaseUrls {
  url: string;
  readUrls: readonly string[];
}

/** One database without replicas, of all chains. */
export function onlyDatabase(db: SqlExecutor): ReadDatabases {
  const database = { primary: new ReadServer('primary', db), replicas: [] };
  return { of: () => database, list: () => [database] };
}

export interface OpenedDatabases extends ReadDatabases {
  close(): Promise<void>;
}

/** Opens the databases of a process that serves reads. Each connects at its first statement. */
export function openReadDatabases(
  urls: DatabaseUrls,
  connect: (url: string) => OpenDatabase,
  logger: Pick<Logger, 'info' | 'warn'>,
): OpenedDatabases {
  const client = connect(urls.url);
  const replicas = urls.readUrls.map((url, index) => new Replica(`replica ${index + 1}`, () => connect(url), logger));
  const database: ReadDatabase = { primary: new ReadServer('primary', client), replicas };
  return {
    of: () => database,
    list: () => [database],
    close: async () => {
      await Promise.all([client.$disconnect(), ...replicas.map((replica) => replica.close())]);
    },
  };
}
