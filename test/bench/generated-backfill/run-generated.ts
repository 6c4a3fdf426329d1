import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { findFreePort } from '@ledgergraph/service-kit/embedded-postgres/find-free-port';
import { startDatabaseServer } from '../backfill/database-server.ts';
import { type GeneratedChain, INDEXERS, type Job } from '../backfill/job.ts';
import { planStream, portOf } from '../backfill/recorded-network.ts';
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
  const urls = await stand.createDatabases(SERVICES);
  const stream = await planStream({ chainId: chain.chainId, tipHeight });
  await stand.prepare('serve', {
    kind: 'serve',
    databaseUrl: urls.blocks,
    port: portOf(stream),
    secret: stream.secret,
  });
  const index = (databaseUrls: typeof urls): [ServiceName, Job][] =>
    INDEXERS.map((service) => [service, { kind: 'index', service, databaseUrl: databaseUrls[service], stream }]);
  const jobs: [ServiceName, Job][] = [
    ['blocks', { kind: 'follow', databaseUrl: urls.blocks, network }],
    ...index(urls),
  ];
  const watch = new BackfillWatch({ databaseUrls: Object.values(urls), pids: () => stand.pids(), blocks });
  const all = await stand.race(jobs, () => watch.start());
  const watched = await watch.stop();

  say('pulling them from the block stream, and keeping nothing');
  const pull = await stand.race([['pull', { kind: 'pull', stream }]]);
  say('identities, currencies and addresses, from the block stream');
  const subgraphs = await stand.race(index({ ...urls, ...(await stand.createDatabases(INDEXERS)) }));
  await stand.close('serve');

  say('their rows, by plain COPY');
  const { rows, rawBytes, diskBytes } = await stand.dump(urls);
  const copyAll = await stand.copy(SERVICES);
  const copySubgraphs = await stand.copy(INDEXERS);
  return { blocks, rawBytes, rows, fetch, pull, all, watched, subgraphs, copyAll, copySubgraphs, diskBytes };
}

function networkOf({ chainId, name, port, user, password }: GeneratedChain): NetworkSettings {
  const endpoints = [{ url: `http://127.0.0.1:${port}`, user, password }];
  return { chainId, name, environment: 'TESTNET', isDefault: true, endpoints };
}
