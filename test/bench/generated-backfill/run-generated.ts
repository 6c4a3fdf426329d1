import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/service-kit/embedded-postgres/find-free-port';
import { startDatabaseServer } from '../backfill/database-server.ts';
import { type GeneratedChain, INDEXERS } from '../backfill/job.ts';
import { networkOf } from './network-of.ts';
import { indexJobs, raceFromNode } from './race-from-node.ts';
import { type PacedSamples, runPaced } from './run-paced.ts';
import { type Leg, SERVICES, type ServiceName, Stand } from './stand.ts';
import { BackfillWatch, type Watched } from './watch-backfill.ts';

/** What a backfill of a generated chain was found to take. */
export interface GeneratedSamples {
  blocks: number;
  /** Bytes of all blocks as nodes send them to each other. */
  rawBytes: number;
  rows: number;
  /** Null consumer: fetched and parsed, nothing kept. */
  fetch: Leg;
  /** Null consumer of the block stream. */
  pull: Leg;
  /** All four services at once, from the node. */
  all: Leg;
  watched: Watched;
  /** identities, currencies and addresses at once, from a stream that has all blocks. */
  subgraphs: Leg;
  /** Plain COPY of the rows of all four, and of those three. */
  copyAll: Leg;
  copySubgraphs: Leg;
  /** Where the node is the limit. */
  paced: PacedSamples;
  /** Tables and indexes of each service. */
  diskBytes: Record<ServiceName, number>;
}

export interface GeneratedOptions {
  blocks: number;
  seed: number;
}

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST', user: 'bench', password: 'bench' };

/** Backfills a generated chain into empty databases, and its rivals after it, each in processes of their own. */
export async function runGenerated(
  { blocks, seed }: GeneratedOptions,
  cleanup: AsyncDisposableStack,
  say: (text: string) => void,
): Promise<GeneratedSamples> {
  const databasePid = await startDatabaseServer(cleanup);
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-generated-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const stand = new Stand(databasePid, folder, cleanup);

  say(`generating ${blocks} blocks`);
  const chain: GeneratedChain = { ...CHAIN, seed, blocks, file: join(folder, 'chain'), port: await findFreePort() };
  await stand.prepare('node', { kind: 'node', chain });
  say('fetching them from the node, and keeping nothing');
  const network = networkOf(chain);
  const tipHeight = blocks - 1;
  const fetch = await stand.race([['fetch', { kind: 'fetch', network, tipHeight }]]);

  say('all four services, from the node');
  const watch = new BackfillWatch({ pids: () => stand.pids(), blocks });
  const {
    leg: all,
    urls,
    stream,
  } = await raceFromNode(stand, network, tipHeight, (databases) => watch.start(Object.values(databases)));
  const watched = await watch.stop();

  say('pulling them from the block stream, and keeping nothing');
  const pull = await stand.race([['pull', { kind: 'pull', stream }]]);
  say('identities, currencies and addresses, from the block stream');
  const subgraphs = await stand.race(indexJobs(await stand.createDatabases(INDEXERS), stream));
  await stand.close('serve');
  await stand.close('node');

  say('their rows, by plain COPY');
  const { rows, rawBytes, diskBytes } = await stand.dump(urls);
  const copyAll = await stand.copy(SERVICES);
  const copySubgraphs = await stand.copy(INDEXERS);
  const paced = await runPaced(stand, { ...chain, port: await findFreePort(), file: join(folder, 'paced') }, say);
  return { blocks, rawBytes, rows, fetch, pull, all, watched, subgraphs, copyAll, copySubgraphs, paced, diskBytes };
}
