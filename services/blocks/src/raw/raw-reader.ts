import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import pLimit, { type LimitFunction } from 'p-limit';
import { KEPT_ROW_BYTES } from '#/db/raw-rows.ts';
import { fetchFromNodes } from './fetch-from-node.ts';
import type { RawOutcome } from './raw-outcome.ts';
import type { RawSource } from './raw-source.ts';

const BATCHES_AT_ONCE = 2;
const UNDERWAY_MAX = 1_000;
/** The caller waits for eight seconds; a batch that has waited for most of them asks no node. */
const PATIENCE_MS = 6_000;
const KEPT_BYTES_MAX = 1_000_000_000;
/** The oldest are removed whenever this part of the bytes has come. */
const PRUNED_PART = 1 / 16;

export interface RawReaderOptions<Chain> {
  source: RawSource<Chain>;
  databases: ByChain<SqlExecutor>;
  logger: Logger;
  chains: ReadonlyMap<string, Chain>;
  onFetched?: (chainId: string, outcome: RawOutcome['kind']) => void;
  keptBytesMax?: number;
}

/** Each answer is kept, and concurrent requests for a key share one. */
export class RawReader<Chain> {
  readonly #options: RawReaderOptions<Chain>;
  readonly #underway = new Map<string, Promise<RawOutcome>>();
  readonly #limits = new Map<string, LimitFunction>();
  readonly #untilPruned = new Map<string, number>();

  constructor(options: RawReaderOptions<Chain>) {
    this.#options = options;
  }

  chainIds(): string[] {
    return [...this.#options.chains.keys()];
  }

  get underway(): number {
    return this.#underway.size;
  }

  async read(chainId: string, keys: readonly string[]): Promise<RawOutcome[]> {
    const fresh = [...new Set(keys)].filter((key) => !this.#underway.has(keyOf(chainId, key)));
    const admitted = fresh.slice(0, UNDERWAY_MAX - this.#underway.size);
    const { batch } = this.#options.source;
    for (let start = 0; start < admitted.length; start += batch) {
      this.#start(chainId, admitted.slice(start, start + batch));
    }
    const busy: RawOutcome = { kind: 'busy' };
    return await Promise.all(keys.map((key) => this.#underway.get(keyOf(chainId, key)) ?? busy));
  }

  #start(chainId: string, keys: readonly string[]): void {
    const giveUpAt = Date.now() + PATIENCE_MS;
    const { source, logger } = this.#options;
    const batch = this.#limitOf(chainId)(() => this.#fetch(chainId, keys, giveUpAt));
    const fetched = batch.catch((error: unknown) => {
      logger.error({ err: error, chainId }, `${source.what} could not be fetched`);
      return keys.map((): RawOutcome => ({ kind: 'away' }));
    });
    for (const [index, key] of keys.entries()) {
      const outcome = fetched.then((outcomes): RawOutcome => outcomes[index] ?? { kind: 'away' });
      const underway = keyOf(chainId, key);
      this.#underway.set(
        underway,
        outcome.finally(() => this.#underway.delete(underway)),
      );
    }
  }

  async #fetch(chainId: string, keys: readonly string[], giveUpAt: number): Promise<RawOutcome[]> {
    const { source, databases, chains, logger, onFetched } = this.#options;
    const chain = chains.get(chainId);
    const nodes = chain === undefined ? [] : source.nodes(chain);
    const db = databases.of(chainId);
    const outcomes = await fetchFromNodes({ source, db, chainId, nodes, keys, giveUpAt });
    for (const [index, { kind }] of outcomes.entries()) {
      onFetched?.(chainId, kind);
      if (kind === 'mismatch')
        logger.warn({ chainId, key: keys[index] }, `a node answered others than ${source.what} that were asked for`);
    }
    await this.#keep(db, chainId, keys, outcomes);
    return outcomes;
  }

  /** An answer that cannot be written is fetched again the next time. */
  async #keep(
    db: SqlExecutor,
    chainId: string,
    keys: readonly string[],
    outcomes: readonly RawOutcome[],
  ): Promise<void> {
    const { source, logger } = this.#options;
    const rows = outcomes.flatMap((outcome, index) =>
      outcome.kind === 'raw' && outcome.isPassing !== true ? [{ key: keys[index] ?? '', raw: outcome.raw }] : [],
    );
    if (rows.length === 0) return;
    try {
      await source.save(db, chainId, rows);
      const bytes = rows.reduce((sum, { raw }) => sum + raw.length + KEPT_ROW_BYTES, 0);
      await this.#prune(db, chainId, bytes);
    } catch (error) {
      logger.warn({ err: error, chainId }, `${source.what} could not be kept`);
    }
  }

  /** The first time in a process, and then rarely: it reads the sizes of all rows. */
  async #prune(db: SqlExecutor, chainId: string, bytes: number): Promise<void> {
    const { source, keptBytesMax = KEPT_BYTES_MAX } = this.#options;
    const left = (this.#untilPruned.get(chainId) ?? 0) - bytes;
    this.#untilPruned.set(chainId, left > 0 ? left : keptBytesMax * PRUNED_PART);
    if (left <= 0) await source.prune(db, chainId, keptBytesMax);
  }

  #limitOf(chainId: string): LimitFunction {
    const limit = this.#limits.get(chainId) ?? pLimit(BATCHES_AT_ONCE);
    this.#limits.set(chainId, limit);
    return limit;
  }
}

function keyOf(chainId: string, key: string): string {
  return `${chainId}:${key}`;
}
