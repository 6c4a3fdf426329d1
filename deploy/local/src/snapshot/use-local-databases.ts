import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ServiceDatabase } from '@ledgergraph/chain-kit/snapshot/databases';
import type { UseDatabases } from '@ledgergraph/chain-kit/snapshot/program';
import { findNamedDatabases } from '@ledgergraph/chain-kit/snapshot/run-program';
import { SnapshotFault } from '@ledgergraph/chain-kit/snapshot/snapshot-fault';
import { INSTALLATION_SETTINGS } from '#/postgres/installation-settings.ts';
import { startPostgres } from '#/postgres/start-postgres.ts';
import { type DataFolder, openDataFolder } from '#/stack/data-folder.ts';
import { readKeptJson } from '#/stack/kept-json.ts';
import { isLocked, lockDataFolder } from '#/stack/lock-data-folder.ts';
import { Ports } from '#/stack/ports.ts';
import { loadSecrets, type Secrets } from '#/stack/secrets.ts';

const DATA_DIR_DEFAULT = '.ledgergraph';

/** A stopped local stack gets its database server for the time of the command. A missing data folder becomes a new installation. */
export const useLocalDatabases: UseDatabases = async ({ data, only }, use) => {
  const { databases, services, missing } = await findNamedDatabases(only);
  if (data === undefined && missing.length === 0) return use(databases, services);
  if (data === undefined && databases.length > 0) {
    throw new SnapshotFault(`the environment names some databases, but not ${missing.join(', ')}`);
  }
  const folder = await openDataFolder(data === undefined ? findDefault() : resolve(process.env.INIT_CWD ?? '', data));
  const secrets = await loadSecrets(folder.secrets);
  await withServer(folder, secrets, (serverUrl) => {
    const wanted = only ?? services;
    return use(
      wanted.map((service) => databaseOn(serverUrl, service)),
      services,
    );
  });
};

async function withServer(
  folder: DataFolder,
  secrets: Secrets,
  use: (serverUrl: string) => Promise<void>,
): Promise<void> {
  if (await isLocked(folder.lock)) return use(await runningServer(folder, secrets));
  const unlock = await lockDataFolder(folder.lock);
  try {
    const port = await (await Ports.open(folder.ports)).take('postgres');
    const { postgres: dataDir } = folder;
    const server = await startPostgres({
      dataDir,
      port,
      password: secrets.postgresPassword,
      settings: INSTALLATION_SETTINGS,
    });
    try {
      await use(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await unlock();
  }
}

async function runningServer(folder: DataFolder, { postgresPassword }: Secrets): Promise<string> {
  const ports = (await readKeptJson(folder.ports)) as Record<string, number> | undefined;
  if (ports?.postgres === undefined)
    throw new SnapshotFault('the local stack is still starting: try again in a moment');
  return `postgres://postgres:${encodeURIComponent(postgresPassword)}@127.0.0.1:${ports.postgres}/postgres`;
}

function databaseOn(serverUrl: string, service: string): ServiceDatabase {
  const url = new URL(serverUrl);
  url.pathname = `/${service}`;
  return { service, url: url.href };
}

function findDefault(): string {
  const start = process.env.INIT_CWD ?? process.cwd();
  for (let folder = start; ; folder = dirname(folder)) {
    const found = join(folder, DATA_DIR_DEFAULT);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) {
      throw new SnapshotFault(
        'there is no local stack here: name its data folder with --data, or set BLOCKS_DATABASE_URL and the others',
      );
    }
  }
}
