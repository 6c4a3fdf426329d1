import type { Client } from '@connectrpc/connect';
import { type AwaitedNetwork, readAwaitedMessage } from '@ledgergraph/graph-kit/awaited-network';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { Bell } from '@ledgergraph/service-kit/bell';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { SavedNetworks } from './saved-announcements.ts';

/** The latest effect of a changed announcement; the bell asks earlier when a chain waits for one. */
const RECONCILE_MS = 5_000;
const RETRY_MS = 500;
const LIST_TIMEOUT_MS = 10_000;

export interface DiscoveryDeps {
  stream: Client<typeof BlockStreamService>;
  databases: ByChain<SqlExecutor>;
  logger: Logger;
}

/** @param bell the caller also rings it after the abort @param onNetworks gets every list, changed or not */
export async function discoverNetworks(
  { stream, databases, logger }: DiscoveryDeps,
  signal: AbortSignal,
  bell: Bell,
  onNetworks: (networks: readonly Network[], awaited: readonly AwaitedNetwork[]) => void,
): Promise<void> {
  const saved = new SavedNetworks(databases);
  let failing = false;
  while (!signal.aborted) {
    try {
      const { networks, awaited } = await stream.listNetworks({}, { signal, timeoutMs: LIST_TIMEOUT_MS });
      const fault = await saved.save(networks);
      onNetworks(saved.list(), awaited.map(readAwaitedMessage));
      if (fault !== undefined) throw fault;
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) logger.warn({ err: error }, 'the networks could not be read or saved yet');
      failing = true;
    }
    if (!signal.aborted) await bell.wait(failing ? RETRY_MS : RECONCILE_MS);
  }
}
