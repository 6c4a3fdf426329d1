import { setTimeout as delay } from 'node:timers/promises';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { deleteOldStays } from '#/db/pool-rows.ts';
import type { ChainNode } from '#/following/chain-node.ts';
import type { PoolTransaction } from '#/following/normalize-pool-transaction.ts';
import { TipMovedError } from './enter-new.ts';
import { OpenStays } from './open-stays.ts';
import { type PoolSync, syncPool } from './sync-pool.ts';

/** The mark of the pool does not show every change. */
const RECONCILE_MS = 5_000;
/** While blocks come faster than the pool can be read, reading rests this many times as long as it worked. */
const REST_FACTOR = 4;
const REST_MAX_MS = 2_000;
const KEPT_DAYS = 7;
const PRUNE_MS = 600_000;
const DAY_MS = 86_400_000;

export interface PoolFollowerOptions<Tx extends SqlExecutor> {
  chainId: string;
  db: SqlClient<Tx>;
  node: () => ChainNode | null;
  pollMs: number;
  logger: Logger;
  onWritten: () => void;
  onRead: (sync: PoolSync) => void;
}

export class PoolFollower<Tx extends SqlExecutor> {
  readonly #options: PoolFollowerOptions<Tx>;
  readonly #bell = new Bell();
  readonly #running: Promise<void>;
  readonly #fetched = new Map<string, PoolTransaction>();
  readonly #open = new OpenStays();
  readonly #stopping = new AbortController();
  #read = '';
  #readAt = Number.NEGATIVE_INFINITY;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(options: PoolFollowerOptions<Tx>) {
    this.#options = options;
    this.#running = this.#run();
  }

  wake(): void {
    this.#bell.ring();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#bell.ring();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const startedAt = performance.now();
      try {
        await this.#step();
        this.#isFailing = false;
      } catch (error) {
        const restMs = Math.min(REST_FACTOR * (performance.now() - startedAt), REST_MAX_MS);
        if (this.#recover(error) === 'rest') await delay(restMs, undefined, { signal }).catch(() => undefined);
      }
      await this.#bell.wait(this.#options.pollMs);
    }
  }

  async #step(): Promise<void> {
    const { db, chainId, node: findNode, onWritten, onRead } = this.#options;
    const node = findNode();
    if (node === null) return;
    const cursor = await findCursor(db, chainId);
    const mark = `${await node.readPoolMark()} ${cursor?.hash}`;
    const now = performance.now();
    if (mark === this.#read && now - this.#readAt < RECONCILE_MS) return;
    const kept = { fetched: this.#fetched, open: this.#open };
    const sync = await syncPool({ db, chainId, node, ...kept, signal: this.#stopping.signal, onWritten });
    // The follower of blocks wakes this one when the tips are equal again.
    if (sync === null) return;
    this.#read = mark;
    this.#readAt = now;
    onRead(sync);
    await this.#prune(now);
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_MS) return;
    this.#prunedAt = now;
    await deleteOldStays(this.#options.db, this.#options.chainId, new Date(Date.now() - KEPT_DAYS * DAY_MS));
  }

  #recover(error: unknown): 'rest' | 'wait' {
    if (this.#stopping.signal.aborted) return 'wait';
    // A block came meanwhile: the next reading is at the new tip.
    if (error instanceof TipMovedError) {
      this.#bell.ring();
      return 'rest';
    }
    if (!this.#isFailing) this.#options.logger.warn({ err: error }, 'the mempool cannot be read; trying again');
    this.#isFailing = true;
    return 'wait';
  }
}
