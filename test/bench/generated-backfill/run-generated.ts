import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { startDatabaseServer } from '../backfill/database-server.ts';
import { INDEXERS, type IndexerName } from '../backfill/indexers.ts';
import type { GeneratedChain } from '../backfill/job.ts';
import { networkOf } from './network-of.ts';
import { type FromNode, indexJobs, raceFromNode } from './race-from-node.ts';
import { type PacedSamples, runPaced } from './run-paced.ts';
import { type Leg, SERVICES, type ServiceName, Stand } from './stand.ts';
import { BackfillWatch, type Watched } from './watch-backfill.ts';

export interface GeneratedRound {
  all: Leg;
  watched: Watched;
  copyAll: Leg;
  withoutFlows: Leg;
}

export interface GeneratedSamples {
  blocks: number;
  /** As nodes send them to each other. */
  rawBytes: number;
  rows: number;
  /** Fetched and parsed, nothing kept. */
  fetch: Leg;
  rounds: readonly GeneratedRound[];
  /** From the block stream, nothing kept. */
  pull: Leg;
  /** All but blocks at once, from a whole stream, and COPY of their rows. */
  subgraphs: Leg;
  copySubgraphs: Leg;
  paced: PacedSamples;
  diskBytes: Record<ServiceName, number>;
}

export interface GeneratedOptions {
  blocks: number;
  seed: number;
  rounds: number;
}

const WITHOUT_FLOWS = ['identities', 'currencies', 'addresses'] as const;

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST', user: 'bench', password: 'bench' };

/** Rivals come after it, each in processes of their own. */
export async function runGenerated(
  { blocks, seed, rounds: count }: GeneratedOptions,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<GeneratedSamples> {
  const databasePid = await startDatabaseServer(cleanup);
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-generated-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const stand = new Stand(databasePid, folder, cleanup);

  progress(`generating ${blocks} blocks`);
  const chain: GeneratedChain = { ...CHAIN, seed, blocks, file: join(folder, 'chain'), port: await findFreePort() };
  await stand.prepare('node', { kind: 'node', chain });
  progress('fetching them from the node, and keeping nothing');
  const network = networkOf(chain);
  const fetch = await stand.race([['fetch', { kind: 'fetch', network, tipHeight: blocks - 1 }]]);

  progress(`all subgraphs, from the node: 1 of ${count}`);
  const { stream, urls, ...first } = await runAll(stand, network, blocks);
  progress('pulling them from the block stream, and keeping nothing');
  const pull = await stand.race([['pull', { kind: 'pull', stream }]]);
  progress('all but blocks, from the block stream');
  const subgraphs = await stand.race(indexJobs(await stand.createDatabases(INDEXERS), stream));
  await stand.close('serve');
  const { rows, rawBytes, diskBytes } = await stand.dump(urls);
  progress('their rows, by plain COPY');
  const copySubgraphs = await runCopy(stand, INDEXERS);
  const copyAll = await runCopy(stand, SERVICES);
  progress('without markets and statistics');
  const rounds: GeneratedRound[] = [{ ...first, copyAll, withoutFlows: await runWithoutFlows(stand, network, blocks) }];

  while (rounds.length < count) {
    progress(`all subgraphs, from the node, and their rows by plain COPY: ${rounds.length + 1} of ${count}`);
    const { all, watched } = await runAll(stand, network, blocks);
    await stand.close('serve');
    const copied = await runCopy(stand, SERVICES);
    rounds.push({ all, watched, copyAll: copied, withoutFlows: await runWithoutFlows(stand, network, blocks) });
  }
  await stand.close('node');
  const paced = await runPaced(stand, { ...chain, port: await findFreePort(), file: join(folder, 'paced') }, progress);
  return { blocks, rawBytes, rows, fetch, rounds, pull, subgraphs, copySubgraphs, paced, diskBytes };
}

async function runAll(
  stand: Stand,
  network: NetworkSettings,
  blocks: number,
  indexers: readonly IndexerName[] = INDEXERS,
): Promise<Pick<GeneratedRound, 'all' | 'watched'> & Pick<FromNode, 'urls' | 'stream'>> {
  await stand.dropDatabases();
  const watch = new BackfillWatch({ pids: () => stand.pids(), blocks });
  const onReady = (databases: FromNode['urls']): Promise<void> => watch.start(Object.values(databases));
  const { leg, urls, stream } = await raceFromNode(stand, network, blocks - 1, onReady, indexers);
  return { all: leg, watched: await watch.stop(), urls, stream };
}

/** The watch's questions take CPU time of Postgres, too. */
async function runWithoutFlows(stand: Stand, network: NetworkSettings, blocks: number): Promise<Leg> {
  const { all } = await runAll(stand, network, blocks, WITHOUT_FLOWS);
  await stand.close('serve');
  return all;
}

async function runCopy(stand: Stand, services: readonly ServiceName[]): Promise<Leg> {
  await stand.dropDatabases();
  return stand.copy(services);
}
