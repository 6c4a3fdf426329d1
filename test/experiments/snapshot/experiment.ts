import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDatabase } from '@ledgergraph/chain-kit/snapshot/databases';
import { loadSnapshot } from '@ledgergraph/chain-kit/snapshot/load-snapshot';
import { openSnapshot } from '@ledgergraph/chain-kit/snapshot/open-snapshot';
import { joinParts, writeParts } from '@ledgergraph/chain-kit/snapshot/write-snapshot';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import { SERVER_URL_VARIABLE } from '@ledgergraph/test-kit/database-server';
import pg from 'pg';
import { median } from '../../bench/measure/quantile.ts';
import { NodeIndex } from '../../contracts/generated-chain/index-from-node.ts';
import { type Experiment, type ExperimentContext, type Findings, readCount } from '../experiment.ts';
import { runTool, startDebianServer } from './debian-server.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CREDENTIALS = { user: 'generated', password: 'generated' };
/** As many as pg_restore works with on one database. */
const JOBS = 2;
/** Share of pg_restore's speed that a load must have. */
const RATIO_MIN = 0.5;
const quiet = (): void => undefined;

interface Round {
  dump: number;
  write: number;
  restore: number;
  load: number;
}

/** Snapshot beside pg_dump and pg_restore: the same databases, the same server, the same number of connections. */
export const snapshotExperiment: Experiment = {
  summary: 'speed of snapshot write and load beside pg_dump and pg_restore (--set blocks=5000, rounds=3)',
  packages: ['postgresql-15'],
  run: measure,
};

async function measure(context: ExperimentContext): Promise<Findings> {
  const { cleanup, settings, progress } = context;
  const blocks = readCount(settings, 'blocks', 5_000);
  const server = await startDebianServer(cleanup);
  process.env[SERVER_URL_VARIABLE] = server;
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-snapshot-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  progress(`indexing ${blocks} generated blocks`);
  const databases = await fillDatabases(cleanup, folder, blocks);
  const rounds: Round[] = [];
  const count = readCount(settings, 'rounds', 3);
  for (let n = 0; n < count; n += 1) {
    rounds.push(await measureRound(server, databases, join(folder, `round-${n}`)));
    progress(`round ${n + 1}: ${JSON.stringify(rounds.at(-1))}`);
  }
  const bytes = await sizeOf(databases);
  const take = (name: keyof Round): number => median(rounds.map((round) => round[name]));
  const ratio = median(rounds.map(({ restore, load }) => restore / load));
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const folderBytes = await sizeOfFolder(join(folder, 'round-0', 'snapshot'));
  const dumpBytes = await sizeOfFolder(join(folder, 'round-0', 'dumps'));
  return {
    facts: [
      `${blocks} generated blocks, ${databases.length} databases of ${(bytes / 1e6).toFixed(0)} MB with their indexes; ${JOBS} connections; medians of ${count} rounds.`,
      `load ${seconds(take('load'))}, pg_restore ${seconds(take('restore'))}: ${ratio.toFixed(2)} of its speed.`,
      `write ${seconds(take('write'))}, pg_dump ${seconds(take('dump'))}.`,
      `The snapshot has ${(folderBytes / 1e6).toFixed(1)} MB, the dumps ${(dumpBytes / 1e6).toFixed(1)} MB.`,
      `Most memory that this process ever had: ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB, indexing included.`,
    ],
    violations: ratio < RATIO_MIN ? [`a load has ${ratio.toFixed(2)} of the speed of pg_restore`] : [],
  };
}

async function fillDatabases(
  cleanup: AsyncDisposableStack,
  folder: string,
  blocks: number,
): Promise<ServiceDatabase[]> {
  const chain = cleanup.use(
    ChainFile.write(join(folder, 'chain'), generateChain({ seed: 29, blocks, chainId: CHAIN_ID })),
  );
  const node = await startGeneratedNode({ chain, chainId: CHAIN_ID, name: 'VRSCTEST', ...CREDENTIALS });
  cleanup.defer(() => node.stop());
  const index = await NodeIndex.open(cleanup);
  const endpoints = [{ url: node.url, ...CREDENTIALS }];
  await index.take({ chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', isDefault: true, endpoints });
  return index.services.map((service) => ({ service, url: index.url(service) }));
}

/** The rivals take turns, so that both meet the same server. */
async function measureRound(server: string, databases: readonly ServiceDatabase[], folder: string): Promise<Round> {
  await mkdir(folder);
  const snapshot = join(folder, 'snapshot');
  const dumps = join(folder, 'dumps');
  await mkdir(dumps);
  const dump = await timed(async () => {
    for (const { service, url } of databases)
      await runTool('pg_dump', ['-Fd', '-j', String(JOBS), '-f', join(dumps, service), url]);
  });
  const write = await timed(async () => {
    await writeParts({
      databases,
      folder: snapshot,
      networks: [],
      at: undefined,
      workers: JOBS,
      waitMs: 60_000,
      report: quiet,
    });
    await joinParts(
      snapshot,
      databases.map(({ service }) => service),
    );
  });
  const restore = await onFresh(server, databases, async (targets) => {
    for (const { service, url } of targets) {
      await query(server, `CREATE DATABASE "${new URL(url).pathname.slice(1)}"`);
      await runTool('pg_restore', ['-j', String(JOBS), '-d', url, join(dumps, service)]);
      await query(url, 'ANALYZE');
    }
  });
  const load = await onFresh(server, databases, async (targets) => {
    const opened = await openSnapshot(snapshot);
    await loadSnapshot(opened, { databases: targets, workers: JOBS, deep: false, report: quiet });
  });
  return { dump, write, restore, load };
}

async function onFresh(
  server: string,
  databases: readonly ServiceDatabase[],
  use: (targets: ServiceDatabase[]) => Promise<void>,
): Promise<number> {
  const targets = databases.map(({ service }) => ({
    service,
    url: Object.assign(new URL(server), { pathname: `/fresh_${service}` }).href,
  }));
  await query(server, 'CHECKPOINT');
  const spent = await timed(() => use(targets));
  for (const { service } of targets) await query(server, `DROP DATABASE "fresh_${service}" WITH (FORCE)`);
  return spent;
}

async function timed(use: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await use();
  return Math.round(performance.now() - startedAt);
}

async function sizeOf(databases: readonly ServiceDatabase[]): Promise<number> {
  let sum = 0;
  for (const { url } of databases) {
    const [row] = await query<{ size: string }>(url, 'SELECT pg_database_size(current_database())::text AS size');
    sum += Number(row?.size);
  }
  return sum;
}

async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
