import type { Bus } from '@ledgergraph/event-bus/bus';
import { HINTS, Pace } from '@ledgergraph/event-bus/pace';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { isSameNetwork, type Network } from '@ledgergraph/graph-kit/network';
import { ProgressSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { bytes } from '#/hex.ts';
import { ChainSync, type ChainSyncDeps, type SyncStep } from './sync-chain.ts';

/** Repairs a lost bell. */
const RECONCILE_MS = 5_000;
const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;

/** Must not throw. */
export interface IndexerObserver {
  /** After a step that changed rows; seconds from the request for blocks to the commit. */
  stepped(network: Network, step: SyncStep, seconds: number): void;
  failed(network: Network): void;
  watch(status: () => readonly ChainStatus[]): void;
}

export interface ChainStatus {
  chainId: string;
  name: string;
  cursor: BlockPlace | null;
  /** Set while its current step keeps failing. */
  failingSince: Date | null;
  /** A sentence for an operator about the missing part of the announcement; null: nothing. */
  missing: string | null;
}

export interface IndexedChainDeps<Tx extends SqlExecutor> extends ChainSyncDeps<Tx> {
  bus: Bus;
  observer?: IndexerObserver;
}

/** A failing step is retried; a withdrawn network rests until it is announced again. */
export class IndexedChain<Tx extends SqlExecutor> {
  readonly #deps: IndexedChainDeps<Tx>;
  readonly #sync: ChainSync<Tx>;
  readonly #bell = new Bell();
  readonly #hints = new Pace(() => this.#bell.ring(), HINTS);
  #rungHash = '';
  readonly #running: Promise<void>;
  #cursor: BlockPlace | null = null;
  #failingSince: Date | null = null;
  #missing: string | null = null;
  #retryMs = RETRY_MIN_MS;
  #isWithdrawn = false;
  #isStopped = false;

  constructor(deps: IndexedChainDeps<Tx>, network: Network) {
    this.#deps = deps;
    this.#sync = new ChainSync({ ...deps, onReported: (place) => this.#ringProgress(place) }, network);
    this.#running = this.#run();
  }

  get isWithdrawn(): boolean {
    return this.#isWithdrawn;
  }

  status(): ChainStatus {
    const { chainId, name } = this.#sync.network;
    return { chainId, name, cursor: this.#cursor, failingSince: this.#failingSince, missing: this.#missing };
  }

  /** At once after a quiet time, otherwise soon: a ringer can give this hint as often as it likes. */
  ring(): void {
    this.#hints.ring();
  }

  hear(network: Network | null): void {
    const wasWithdrawn = this.#isWithdrawn;
    this.#isWithdrawn = network === null;
    const isChanged = network !== null && !isSameNetwork(this.#sync.network, network);
    if (isChanged) this.#sync.changeNetwork(network);
    const chain = this.#sync.network.name;
    if (this.#isWithdrawn && !wasWithdrawn) {
      this.#deps.logger.info({ chain }, 'the network is not followed any more; its indexed rows stay');
    }
    if (wasWithdrawn && !this.#isWithdrawn) this.#deps.logger.info({ chain }, 'the network is followed again');
    if (isChanged) this.#deps.logger.info({ chain }, 'the announcement of the network has changed');
    if (isChanged || wasWithdrawn) this.#bell.ring();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#hints.stop();
    this.#bell.ring();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const waitMs = this.#isWithdrawn ? RECONCILE_MS : await this.#step();
      if (waitMs > 0 && !this.#isStopped) await this.#bell.wait(waitMs);
    }
  }

  /** @returns how long to wait for the bell before the next step */
  async #step(): Promise<number> {
    const { observer } = this.#deps;
    const startedAt = performance.now();
    try {
      const step = await this.#sync.step();
      this.#note(step);
      if (step.kind === 'at-tip' || step.kind === 'waiting') return RECONCILE_MS;
      observer?.stepped(this.#sync.network, step, (performance.now() - startedAt) / 1000);
      return 0;
    } catch (error) {
      if (this.#isStopped) return 0;
      return this.#recover(error);
    }
  }

  #note({ cursor, ...step }: SyncStep): void {
    const { logger } = this.#deps;
    const missing = step.missing ?? null;
    const chain = this.#sync.network.name;
    // Once, not at each try: the chain can only wait.
    if (missing !== null && missing !== this.#missing) logger.warn({ chain }, missing);
    const goesOn = this.#failingSince !== null || (this.#missing !== null && missing === null);
    if (goesOn) logger.info({ chain }, 'indexing goes on');
    this.#retryMs = RETRY_MIN_MS;
    this.#cursor = cursor;
    this.#failingSince = null;
    this.#missing = missing;
  }

  #recover(error: unknown): number {
    const { observer, logger } = this.#deps;
    observer?.failed(this.#sync.network);
    this.#failingSince ??= new Date();
    logger.error(
      { err: error, chain: this.#sync.network.name, cursor: this.#cursor, failingSince: this.#failingSince },
      'indexing stopped at a failing step; retrying',
    );
    const waitMs = this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
    return waitMs;
  }

  /** Asks blocks to read our progress, which the stream has just saved. If the bell is lost, blocks looks by itself. */
  #ringProgress({ height, hash }: BlockPlace): void {
    if (hash === this.#rungHash) return;
    this.#rungHash = hash;
    const { bus, consumer } = this.#deps;
    const { chainId } = this.#sync.network;
    bus.publish(SUBJECTS.progress, ProgressSchema, { consumer, chainId, height, hash: bytes(hash) });
  }
}
