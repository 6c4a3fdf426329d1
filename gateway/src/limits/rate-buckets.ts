import type { SharedTable } from './shared-table.ts';
import { type Rate, TokenBucket } from './token-bucket.ts';

/** Wait of a caller for whom the table has no row. */
const NO_ROOM_MS = 1_000;

/** Token buckets by id, which all workers share. An absent bucket is a full one, so full ones are removed when there are many. */
export class RateBuckets {
  readonly #table: SharedTable;

  constructor(table: SharedTable) {
    this.#table = table;
  }

  /** Takes so many tokens, all or none. @returns the milliseconds to wait; undefined: they are taken */
  take(id: string, rate: Rate, now: number, tokens = 1): { waitMs: number } | undefined {
    return this.#table.alone(() => {
      const at = this.#open(id, now);
      if (at === undefined) return { waitMs: NO_ROOM_MS };
      const bucket = this.#bucket(at).resize(rate, now);
      return bucket.take(now, tokens) ? undefined : { waitMs: bucket.waitMs(now, tokens) };
    });
  }

  /** Puts back a token that was not used. A full bucket is removed. */
  giveBack(id: string, now: number): void {
    this.#table.alone(() => {
      const at = this.#table.find(id);
      if (at === undefined) return;
      const bucket = this.#bucket(at);
      bucket.giveBack();
      if (bucket.isFull(now)) this.#table.remove(id);
    });
  }

  /** Takes tokens that another gateway used. An absent bucket stays absent. */
  debit(id: string, tokens: number, now: number): void {
    this.#table.alone(() => {
      const at = this.#table.find(id);
      if (at !== undefined) this.#bucket(at).debit(tokens, now);
    });
  }

  /** Whole tokens that could be taken now; undefined: all of them. */
  left(id: string, now: number): number | undefined {
    return this.#table.alone(() => {
      const at = this.#table.find(id);
      return at === undefined ? undefined : this.#bucket(at).left(now);
    });
  }

  #open(id: string, now: number): number | undefined {
    const at = this.#table.open(id);
    if (at !== undefined) return at;
    this.#table.sweep((other) => this.#bucket(other).isFull(now));
    return this.#table.open(id);
  }

  #bucket(at: number): TokenBucket {
    return new TokenBucket(this.#table.numbers, at);
  }
}
