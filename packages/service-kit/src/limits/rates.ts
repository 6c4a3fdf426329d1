import { type Rate, TokenBucket } from './token-bucket.ts';

/** Far more callers than an installation has at a time. */
const BUCKETS_MAX = 16_384;
const SWEEP_MS = 1_000;

/** A key, its team, the person who made it, a network, or all together. */
export interface Charge {
  id: string;
  rate: Rate;
  spare?: number;
}

export function steadyNow(): number {
  return performance.now();
}

/** An absent bucket is full, so full ones are removed when there are many. */
export class Rates {
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = steadyNow) {
    this.#now = now;
  }

  /** Takes tokens of every bucket, or of none. @returns undefined: they are taken */
  take(charges: readonly Charge[], tokens = 1): { waitMs: number } | undefined {
    const now = this.#now();
    let waitMs = 0;
    for (const { id, rate, spare } of charges) {
      const bucket = this.#open(id, now).resize(rate, now);
      if (!bucket.has(now, tokens, spare)) waitMs = Math.max(waitMs, bucket.waitMs(now, tokens, spare));
    }
    if (waitMs > 0) return { waitMs };
    for (const { id } of charges) this.#buckets.get(id)?.take(now, tokens);
    return undefined;
  }

  giveBack(ids: readonly string[], tokens = 1): void {
    const now = this.#now();
    for (const id of ids) {
      const bucket = this.#buckets.get(id);
      bucket?.giveBack(tokens);
      if (bucket?.isFull(now)) this.#buckets.delete(id);
    }
  }

  /** For work that was done already. An absent bucket stays absent. */
  debit(id: string, tokens: number): void {
    this.#buckets.get(id)?.debit(tokens, this.#now());
  }

  /** Undefined: all of them. */
  left(id: string): number | undefined {
    return this.#buckets.get(id)?.left(this.#now());
  }

  isFull(id: string): boolean {
    return this.#buckets.get(id)?.isFull(this.#now()) ?? true;
  }

  /**
   * The oldest leaves if no bucket is full: a flood of names of networks keeps no one out, and gains no more than further networks
   * do.
   */
  #sweep(now: number): void {
    if (now - this.#sweptAt > SWEEP_MS) {
      this.#sweptAt = now;
      for (const [other, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(other);
    }
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size >= BUCKETS_MAX && oldest !== undefined) this.#buckets.delete(oldest);
  }

  #open(id: string, now: number): TokenBucket {
    const known = this.#buckets.get(id);
    if (known !== undefined) return known;
    if (this.#buckets.size >= BUCKETS_MAX) this.#sweep(now);
    const opened = new TokenBucket();
    this.#buckets.set(id, opened);
    return opened;
  }
}
