import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pause } from '@ledgergraph/service-kit/bell';
import type { Logger } from '@ledgergraph/service-kit/logger';
import pRetry from 'p-retry';
import type { RawBlockNode } from '#/chain/raw-nodes.ts';
import { findSizeFill } from '#/db/size-fill.ts';
import { type FilledBatch, fillSizes } from './fill-sizes.ts';

/** Heights of a batch; fewer after a failure, in case a node is too slow for as many. */
const BATCH_HEIGHTS = 100;
/** After a batch it rests this many times as long as that took: blocks and clients go first. */
const REST_FACTOR = 4;
/** Time between two looks whether it may begin. */
const WAIT_MS = 2_000;
const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 60_000;
const REPORT_MS = 60_000;

export interface SizeFillerOptions {
  chainId: string;
  db: SqlExecutor;
  logger: Logger;
  /** The nodes that can be asked for blocks, the followed one first. */
  nodes: () => readonly RawBlockNode[];
  /** True while the follower has no block to apply. */
  isIdle: () => boolean;
  /** Called with the number of heights that are left, also when there are none. */
  onLeft?: (heights: number) => void;
  /** In tests; see REST_FACTOR, WAIT_MS and RETRY_MIN_MS. */
  restFactor?: number;
  waitMs?: number;
  retryMinMs?: number;
}

/**
 * Fills in, in the background, the sizes of transactions that a version from before the column wrote. It goes through the chain once, one
 * small batch at a time and only while the follower has nothing to do, and ends when no height is left.
 */
export class SizeFiller {
  /** Resolves when nothing is left to fill in, or when it was stopped. */
  readonly ended: Promise<void>;
  readonly #options: SizeFillerOptions;
  readonly #stopping = new AbortController();
  readonly #totals = { filled: 0, unknown: 0 };
  #heights = BATCH_HEIGHTS;
  #isFailing = false;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SizeFillerOptions) {
    this.#options = options;
    this.ended = this.#run().catch((error: unknown) => {
      if (this.#stopping.signal.aborted) return;
      options.logger.error({ err: error }, 'sizes of older transactions are not filled in until the next start');
    });
  }

  /** Ends it after the call that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.ended;
  }

  async #run(): Promise<void> {
    const { restFactor = REST_FACTOR, waitMs = WAIT_MS, retryMinMs = RETRY_MIN_MS } = this.#options;
    const { signal } = this.#stopping;
    for (;;) {
      const startedAt = performance.now();
      const outcome = await pRetry(() => this.#step(), {
        ...{
          retries: Number.POSITIVE_INFINITY,
          minTimeout: retryMinMs,
          maxTimeout: RETRY_MAX_MS,
          randomize: true,
          signal,
        },
        onFailedAttempt: ({ error }) => this.#noteFailure(error),
      });
      if (outcome === 'done') return;
      await pause(outcome === 'waiting' ? waitMs : restFactor * (performance.now() - startedAt), signal);
    }
  }

  async #step(): Promise<'done' | 'waiting' | 'filled'> {
    const { db, chainId, nodes, isIdle, onLeft } = this.#options;
    if (!isIdle()) return 'waiting';
    const fill = await findSizeFill(db, chainId);
    if (fill === null) {
      onLeft?.(0);
      this.#reportEnd();
      return 'done';
    }
    const asked = nodes();
    // The follower notes what an older version has written before it applies the next block.
    if (fill === 'unknown' || asked.length === 0) return 'waiting';
    const batch = await fillSizes(db, chainId, fill, asked, this.#heights);
    this.#heights = Math.min(this.#heights * 2, BATCH_HEIGHTS);
    this.#isFailing = false;
    onLeft?.(fill.endHeight + 1 - batch.nextHeight);
    this.#report(batch, fill.endHeight);
    return 'filled';
  }

  #noteFailure(error: Error): void {
    this.#heights = Math.ceil(this.#heights / 2);
    // Once per outage: the follower reports what is wrong with the node.
    if (!this.#isFailing) {
      this.#options.logger.warn({ err: error }, 'sizes of older transactions cannot be filled in; trying again');
    }
    this.#isFailing = true;
  }

  #report({ nextHeight, filled, unknown }: FilledBatch, endHeight: number): void {
    this.#totals.filled += filled;
    this.#totals.unknown += unknown;
    if (performance.now() - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = performance.now();
    const places = { nextHeight, endHeight };
    this.#options.logger.info({ ...places, ...this.#totals }, 'sizes of older transactions are being filled in');
  }

  /** A start that finds nothing to do reports nothing. */
  #reportEnd(): void {
    if (this.#reportedAt === Number.NEGATIVE_INFINITY) return;
    this.#options.logger.info(this.#totals, 'all sizes of older transactions are filled in');
  }
}
