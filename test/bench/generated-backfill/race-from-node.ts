import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { INDEXERS, type IndexerName } from '../backfill/indexers.ts';
import type { Job, Stream } from '../backfill/job.ts';
import { planStream, portOf } from '../backfill/recorded-network.ts';
import { type Leg, SERVICES, type ServiceName, type Stand } from './stand.ts';

export interface FromNode {
  leg: Leg;
  urls: Record<ServiceName, string>;
  /** Stays open, under the name `serve`. */
  stream: Stream;
}

/**
 * Into empty databases.
 * @param tipHeight of the node
 * @param onReady called before the first block is asked for
 * @param indexers besides blocks
 */
export async function raceFromNode(
  stand: Stand,
  network: NetworkSettings,
  tipHeight: number,
  onReady?: (urls: FromNode['urls']) => Promise<void>,
  indexers: readonly IndexerName[] = INDEXERS,
): Promise<FromNode> {
  return raceInto(stand, await stand.createDatabases(SERVICES), network, tipHeight, onReady, indexers);
}

export async function raceInto(
  stand: Stand,
  urls: FromNode['urls'],
  network: NetworkSettings,
  tipHeight: number,
  onReady?: (urls: FromNode['urls']) => Promise<void>,
  indexers: readonly IndexerName[] = INDEXERS,
): Promise<FromNode> {
  const stream = await planStream({ chainId: network.chainId, tipHeight });
  await stand.prepare('serve', {
    kind: 'serve',
    databaseUrl: urls.blocks,
    port: portOf(stream),
    secret: stream.secret,
  });
  const jobs: [ServiceName, Job][] = [
    ['blocks', { kind: 'follow', databaseUrl: urls.blocks, network }],
    ...indexJobs(urls, stream, indexers),
  ];
  const leg = await stand.race(jobs, () => onReady?.(urls) ?? Promise.resolve());
  return { leg, urls, stream };
}

export function indexJobs(
  urls: Omit<FromNode['urls'], 'blocks'>,
  stream: Stream,
  indexers: readonly IndexerName[] = INDEXERS,
): [ServiceName, Job][] {
  return indexers.map((service) => [service, { kind: 'index', service, databaseUrl: urls[service], stream }]);
}
