import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { NewBlockSchema, ProgressSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { BlockPlace } from '#/chain/cursor.ts';
import { type Network, readNetworkMessage, saveNetwork } from '#/chain/network.ts';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import { bytes } from '#/hex.ts';
import { Bell } from './bell.ts';
import type { BlockHandler } from './block-handler.ts';
import { Reporter } from './reporter.ts';
import { ChainSync, type ChainSyncDeps, type SyncStep } from './sync-chain.ts';

/** Slow timer that repairs a lost bell, and finds networks added later. */
const RECONCILE_MS = 5_000;
const LIST_TIMEOUT_MS = 10_000;
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;

export interface IndexerOptions<Tx extends SqlExecutor> {
  /** Name of the subgraph, as SyncState shows it. */
  consumer: string;
  blocksUrl: string;
  secret: string;
  prisma: SqlClient<Tx>;
  bus: Bus;
  logger: Logger;
  handler: BlockHandler<Tx>;
  /** Blocks per transaction at most. */
  batchBlocks?: number;
  /** Is told what each chain does. */
  observer?: IndexerObserver;
}

/** Hears what indexing does; must not throw. */
export interface IndexerObserver {
  /** A step that changed rows, from asking for blocks to the commit. */
  stepped(network: Network, step: SyncStep, seconds: number): void;
  failed(network: Network): void;
  /** Whom to ask how the chains stand. */
  watch(status: () => readonly ChainStatus[]): void;
}

/** How one chain stands in this indexer; `failingSince` is set while its current step keeps failing. */
export interface ChainStatus {
  chainId: string;
  /** Of the network. */
  name: string;
  cursor: BlockPlace | null;
  failingSince: Date | null;
}

export interface RunningIndexer {
  status(): ChainStatus[];
  stop(): Promise<void>;
}

/** Follows every announced network until stopped. A failing step stops its chain visibly and is retried; nothing is skipped. */
export async function runIndexer<Tx extends SqlExecutor>(options: IndexerOptions<Tx>): Promise<RunningIndexer> {
  const stream = createClient(BlockStreamService, createInternalTransport(options.blocksUrl, options.secret));
  const reporter = new Reporter();
  const deps: ChainSyncDeps<Tx> = { ...options, stream, reporter };
  const stopping = new AbortController();
  const bells = new Map<string, Bell>();
  const statuses = new Map<string, ChainStatus>();
  const loops: Promise<void>[] = [];

  const unsubscribe = options.bus.subscribe(SUBJECTS.newBlock, NewBlockSchema, (event) => {
    bells.get(event.chainId)?.ring();
  });

  const start = (network: Network): void => {
    const bell = new Bell();
    const status: ChainStatus = { chainId: network.chainId, name: network.name, cursor: null, failingSince: null };
    bells.set(network.chainId, bell);
    statuses.set(network.chainId, status);
    loops.push(followChain(new ChainSync(deps, network), bell, status, { ...options, reporter }, stopping.signal));
  };

  loops.push(
    discoverNetworks(stream, options, stopping.signal, (network) => {
      if (!bells.has(network.chainId)) start(network);
    }),
  );

  const status = (): ChainStatus[] => [...statuses.values()];
  options.observer?.watch(status);
  return {
    status,
    stop: async () => {
      stopping.abort();
      unsubscribe();
      for (const bell of bells.values()) bell.ring();
      await Promise.all(loops);
    },
  };
}

async function discoverNetworks(
  stream: ChainSyncDeps<SqlExecutor>['stream'],
  options: Pick<IndexerOptions<SqlExecutor>, 'logger'> & { prisma: SqlExecutor },
  signal: AbortSignal,
  onNetwork: (network: Network) => void,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      const { networks } = await stream.listNetworks({}, { signal, timeoutMs: LIST_TIMEOUT_MS });
      for (const message of networks) {
        await saveNetwork(options.prisma, message);
        onNetwork(readNetworkMessage(message));
      }
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) options.logger.warn({ err: error }, 'the block stream does not answer yet');
      failing = true;
    }
    await delay(failing ? RETRY_MIN_MS * 2 : RECONCILE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function followChain<Tx extends SqlExecutor>(
  sync: ChainSync<Tx>,
  bell: Bell,
  status: ChainStatus,
  options: IndexerOptions<Tx> & { reporter: Reporter },
  signal: AbortSignal,
): Promise<void> {
  let retryMs = RETRY_MIN_MS;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const step = await sync.step();
      if (step.kind !== 'at-tip') {
        options.observer?.stepped(sync.network, step, (performance.now() - startedAt) / 1000);
      }
      retryMs = RETRY_MIN_MS;
      status.cursor = step.cursor;
      if (status.failingSince !== null) options.logger.info({ chain: sync.network.name }, 'indexing goes on');
      status.failingSince = null;
      if (step.kind !== 'at-tip') reportProgress(options, sync.network.chainId, step.cursor);
      else await bell.wait(RECONCILE_MS);
    } catch (error) {
      if (signal.aborted) return;
      options.observer?.failed(sync.network);
      status.failingSince ??= new Date();
      options.logger.error(
        { err: error, chain: sync.network.name, cursor: status.cursor, failingSince: status.failingSince },
        'indexing stopped at a failing step; retrying',
      );
      await bell.wait(retryMs);
      retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
    }
  }
}

/** Tells blocks at once how far we are; if the message is lost, the next pull says it again. */
function reportProgress<Tx extends SqlExecutor>(
  options: IndexerOptions<Tx> & { reporter: Reporter },
  chainId: string,
  cursor: BlockPlace | null,
): void {
  if (cursor === null) return;
  options.bus.publish(SUBJECTS.progress, ProgressSchema, {
    consumer: options.consumer,
    chainId,
    height: cursor.height,
    hash: bytes(cursor.hash),
    ...options.reporter.next(),
  });
}
