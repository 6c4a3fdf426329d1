import { pathToFileURL } from 'node:url';
import type { Client } from '@connectrpc/connect';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Consumer } from '@ledgergraph/chain-kit/indexing/open-consumer';
import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import { ChainSync } from '@ledgergraph/chain-kit/indexing/sync-chain';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { findRoles } from '@ledgergraph/program/run/find-roles';
import type { BlockStreamService, Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createLogger } from '@ledgergraph/service-kit/logger';

const STREAMING = 'blocks';

export function findConsumers(): string[] {
  const indexers = [...findRoles().values()].filter(({ kind }) => kind === 'indexer');
  return indexers.map(({ service }) => service).filter((service) => service !== STREAMING);
}

/** A process that runs one service has no other's code. */
export async function loadConsumer(service: string): Promise<Consumer> {
  const role = findRoles().get(`${service}-indexer`);
  if (role === undefined) throw new Error(`${service} has no indexer`);
  const { consumer } = await import(pathToFileURL(role.file).href);
  return consumer;
}

export interface ConsumerStand {
  service: string;
  db: SqlClient<SqlExecutor>;
  stream: Client<typeof BlockStreamService>;
}

export async function openSync(
  { service, db, stream }: ConsumerStand,
  network: NetworkMessage,
): Promise<ChainSync<SqlExecutor>> {
  const { name: consumer, createHandler } = await loadConsumer(service);
  await saveNetwork(db, network);
  const logger = createLogger(consumer, 'silent');
  const deps = { consumer, reporter: new Reporter(), stream, db, handler: createHandler(), logger };
  return new ChainSync(deps, readNetworkMessage(network));
}

export async function syncToTip(stand: ConsumerStand): Promise<void> {
  const { networks } = await stand.stream.listNetworks({});
  if (networks.length === 0) throw new Error('the stream has announced no network');
  for (const network of networks) {
    const sync = await openSync(stand, network);
    while ((await sync.step()).kind !== 'at-tip');
  }
}
