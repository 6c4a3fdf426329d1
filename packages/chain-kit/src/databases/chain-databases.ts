import { type ByChain, type DatabaseMap, ofAllChains, openByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import type { OpenDatabase } from '#/db/sql-writer.ts';
import type { ReadCounts } from './read-counts.ts';
import { ReadServer } from './read-server.ts';
import { Replica } from './replica.ts';

export interface ReadDatabase {
  primary: ReadServer;
  replicas: readonly Replica[];
}

export interface ReadDatabases extends ByChain<ReadDatabase> {
  readonly reads: ReadCounts;
}

export function onlyPrimaries(primaries: ByChain<SqlExecutor>): ReadDatabases {
  const opened = new Map(
    primaries
      .list()
      .map((db): [SqlExecutor, ReadDatabase] => [db, { primary: new ReadServer('primary', db), replicas: [] }]),
  );
  const all = [...opened.values()];
  const of = (chainId: string) => opened.get(primaries.of(chainId)) as ReadDatabase;
  return { of, list: () => all, reads: { primary: 0, replica: 0 } };
}

export function onlyDatabase(db: SqlExecutor): ReadDatabases {
  return onlyPrimaries(ofAllChains(db));
}

export interface OpenedDatabases extends ReadDatabases {
  close(): Promise<void>;
}

/** Each connects at its first statement. */
export function openReadDatabases(
  map: DatabaseMap,
  connect: (url: string) => OpenDatabase,
  logger: Pick<Logger, 'info' | 'warn'>,
): OpenedDatabases {
  const closing: (() => Promise<void>)[] = [];
  const databases = openByChain(map, ({ url, readUrls }): ReadDatabase => {
    const client = connect(url);
    const replicas = readUrls.map(
      (readUrl, index) => new Replica(`replica ${index + 1}`, () => connect(readUrl), logger),
    );
    closing.push(() => client.$disconnect(), ...replicas.map((replica) => () => replica.close()));
    return { primary: new ReadServer('primary', client), replicas };
  });
  return {
    ...databases,
    reads: { primary: 0, replica: 0 },
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}
