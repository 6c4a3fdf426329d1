import { deleteNetworksExcept, listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { resetAwaited } from '#/db/awaited-networks.ts';
import { saveConfiguredEnvironments } from '#/db/configured-environments.ts';
import { TipAnnouncer } from '#/events/announce-tips.ts';
import { publishOutbox } from '#/events/publish-outbox.ts';
import { CopiedNetworks } from './copied-networks.ts';
import type { NetworkSettings } from './network-settings.ts';

/** Makes up for a lost event or an unreachable broker. */
const RECONCILE_MS = 1_000;

export interface NewsOptions {
  networks: readonly NetworkSettings[];
  subgraphs: readonly string[];
  databases: ByChain<SqlExecutor>;
  bus: Bus;
  logger: Logger;
}

export interface News {
  ring(chainId?: string): void;
  stop(): Promise<void>;
}

/** Each database separately: one that is away delays no other. */
export function spreadNews(options: NewsOptions): News {
  const { databases } = options;
  const copies = new CopiedNetworks(databases);
  const stopping = new AbortController();
  const bells = new Map(databases.list().map((db) => [db, new Bell()]));
  const ring = (chainId?: string): void => {
    if (chainId !== undefined) bells.get(databases.of(chainId))?.ring();
    else for (const bell of bells.values()) bell.ring();
  };
  const running = Array.from(bells, ([db, bell]) => spreadFrom(db, bell, copies, options, stopping.signal));
  return {
    ring,
    stop: async () => {
      stopping.abort();
      ring();
      await Promise.all(running);
    },
  };
}

async function spreadFrom(
  db: SqlExecutor,
  bell: Bell,
  copies: CopiedNetworks,
  { networks, subgraphs, databases, bus, logger }: NewsOptions,
  signal: AbortSignal,
): Promise<void> {
  const tips = new TipAnnouncer(db, bus, subgraphs);
  let hasSavedNetworks = false;
  while (!signal.aborted) {
    try {
      // Not at the start, which must not depend on the database. Each database lists all networks: any of them shows the chains of one
      // that is away.
      if (!hasSavedNetworks) await saveNetworks(db, networks);
      hasSavedNetworks = true;
      const listed = await listNetworks(db);
      for (const network of listed) {
        if (databases.of(network.chainId) !== db) continue;
        await publishOutbox(db, bus, network.chainId);
        await tips.announce(network);
      }
      await copies.exchange(db, listed);
    } catch (error) {
      logger.warn({ err: error }, 'events could not be published; trying again');
    }
    await bell.wait(RECONCILE_MS);
  }
}

async function saveNetworks(db: SqlExecutor, networks: readonly NetworkSettings[]): Promise<void> {
  await deleteNetworksExcept(
    db,
    networks.map(({ chainId }) => chainId),
  );
  await saveConfiguredEnvironments(
    db,
    networks.map(({ environment }) => environment),
  );
  await resetAwaited(db, networks);
}
