import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import pLimit, { type LimitFunction } from 'p-limit';
import { pruneRaw, RAW_ROW_BYTES, saveRaw } from '#/db/raw-rows.ts';
import type { RawNode } from '#/following/client-nodes.ts';
import { fetchFromNodes } from './fetch-from-node.ts';
import type { RawOutcome } from './raw-outcome.ts';

/** Each may have 2 MB, as twice as many digits. */
const BATCH = 10;
const BATCHES_AT_ONCE = 2;
const UNDERWAY_MAX = 1_000;
/** The caller waits for eight seconds; a batch that has waited for most of them asks no node. */
const PATIENCE_MS = 6_000;
const KEPT_BYTES_MAX = 1_000_000_000;
/** The oldest are removed whenever this part of the bytes has come. */
const PRUNED_PART = 1 / 16;

export interface RawChain {
  rawNodes(): readonly RawNode[];
}

export interface RawReaderOptions {
  databases: ByChain<SqlExecutor>;
  logger: Logger;
  chains: ReadonlyMap<string, RawChain>;
  onFetched?: (chainId: string, outcome: RawOutcome['kind']) => void;
  keptBytesMax?: number;
}

/** Fetched bytes are kept, and concurrent requests for a transaction share one answer. */
export class RawReader {
  readonly #options: RawReaderOptions;
  readonly #underway = new Map<string, Promise<RawOutcome>>();
  readonly #limits = new Map<string, LimitFunction>();
  readonly #untilPruned = new Map<string, number>();

  constructor(options: RawReaderOptions) {
    this.#options = options;
  }

  chainIds(): string[] {
    return [...this.#options.chains.keys()];
  }

  get underway(): number {
    return this.#underway.size;
  }

  async read(chainId: string, txids: readonly string[]): Promise<RawOutcome[]> {
    const fresh = [...new Set(txids)].filter((txid) => !this.#underway.has(keyOf(chainId, txid)));
    const admitted = fresh.slice(0, UNDERWAY_MAX - this.#underway.size);
    for (let start = 0; start < admitted.length; start += BATCH) {
      this.#start(chainId, admitted.slice(start, start + BATCH));
    }
    const busy: RawOutcome = { kind: 'busy' };
    return await Promise.all(txids.map((txid) => this.#underway.get(keyOf(chainId, txid)) ?? busy));
  }

  #start(chainId: string, txids: readonly string[]): void {
    const giveUpAt = Date.now() + PATIENCE_MS;
    const batch = this.#limitOf(chainId)(() => this.#fetch(chainId, txids, giveUpAt));
    const fetched = batch.catch((error: unknown) => {
      this.#options.logger.error({ err: error, chainId }, 'the bytes of transactions could not be fetched');
      return txids.map((): RawOutcome => ({ kind: 'away' }));
    });
    for (const [index, txid] of txids.entries()) {
      const key = keyOf(chainId, txid);
      const outcome = fetched.then((outcomes): RawOutcome => outcomes[index] ?? { kind: 'away' });
      this.#underway.set(
        key,
        outcome.finally(() => this.#underway.delete(key)),
      );
    }
  }

  async #fetch(chainId: string, txids: readonly string[], giveUpAt: number): Promise<RawOutcome[]> {
    const { chains, logger, onFetched } = this.#options;
    const outcomes = await fetchFromNodes(chains.get(chainId)?.rawNodes() ?? [], txids, giveUpAt);
    for (const [index, { kind }] of outcomes.entries()) {
      onFetched?.(chainId, kind);
      if (kind === 'mismatch')
        logger.warn({ chainId, txid: txids[index] }, 'a node answered other bytes than asked for');
    }
    await this.#keep(chainId, txids, outcomes);
    return outcomes;
  }

  /** Bytes that cannot be written are fetched again the next time. */
  async #keep(chainId: string, txids: readonly string[], outcomes: readonly RawOutcome[]): Promise<void> {
    const rows = outcomes.flatMap((outcome, index) =>
      outcome.kind === 'raw' ? [{ txid: txids[index] ?? '', raw: outcome.raw }] : [],
    );
    if (rows.length === 0) return;
    try {
      const db = this.#options.databases.of(chainId);
      await saveRaw(db, chainId, rows);
      const bytes = rows.reduce((sum, { raw }) => sum + raw.length + RAW_ROW_BYTES, 0);
      await this.#prune(db, chainId, bytes);
    } catch (error) {
      this.#options.logger.warn({ err: error, chainId }, 'the bytes of transactions could not be kept');
    }
  }

  /** The first time in a process, and then rarely: it reads the sizes of all rows. */
  async #prune(db: SqlExecutor, chainId: string, bytes: number): Promise<void> {
    const { keptBytesMax = KEPT_BYTES_MAX } = this.#options;
    const left = (this.#untilPruned.get(chainId) ?? 0) - bytes;
    this.#untilPruned.set(chainId, left > 0 ? left : keptBytesMax * PRUNED_PART);
    if (left <= 0) await pruneRaw(db, chainId, keptBytesMax);
  }

  #limitOf(chainId: string): LimitFunction {
    const limit = this.#limits.get(chainId) ?? pLimit(BATCHES_AT_ONCE);
    this.#limits.set(chainId, limit);
    return limit;
  }
}

function keyOf(chainId: string, txid: string): string {
  return `${chainId}:${txid}`;
}
