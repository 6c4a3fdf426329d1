import type { Bus } from '@ledgergraph/event-bus/bus';
import { type Counters, type RateName, steadyNow } from './counters.ts';
import { RateBuckets } from './rate-buckets.ts';
import { SharedCalls } from './shared-calls.ts';
import type { Rate } from './token-bucket.ts';

export interface SharedRatesOptions {
  bus: Bus;
  /** KEY_PEPPER, by which gateways know each other's messages. */
  secret: string;
  /** Milliseconds over which shared tokens are collected into one message; 0: each is sent at once. */
  collectMs: number;
  name: RateName;
  counters: Counters;
  /** Milliseconds of a steady clock, the same in all workers. */
  now?: (() => number) | undefined;
}

/**
 * Token buckets that the gateways share. Each gateway has its own buckets, shared by its workers, and takes from them the
 * tokens that other gateways report. A lost report lets a few more calls through. A full bucket is absent and takes no
 * report: a caller who moves here from another gateway finds a full bucket once.
 */
export class SharedRates {
  readonly #buckets: RateBuckets;
  readonly #shared: SharedCalls;
  readonly #collectMs: number;
  readonly #now: () => number;
  readonly #unshared = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ bus, secret, collectMs, name, counters, now = steadyNow }: SharedRatesOptions) {
    this.#buckets = new RateBuckets(counters.rates[name]);
    this.#collectMs = collectMs;
    this.#now = now;
    this.#shared = new SharedCalls({
      bus,
      secret,
      group: counters.group,
      // The workers share the buckets, so one of them receives the reports for all.
      isListening: counters.member === 0,
      onCalls: (teams) => {
        for (const { bucket, calls } of teams) this.#buckets.debit(bucket, calls, this.#now());
      },
    });
  }

  start(): void {
    this.#shared.start();
  }

  stop(): void {
    this.#shared.stop();
    clearTimeout(this.#timer);
  }

  /** Takes so many tokens, all or none, or returns how many milliseconds to wait. `share` reports them to other gateways. */
  take(id: string, rate: Rate, tokens = 1): { waitMs: number } | undefined {
    return this.#buckets.take(id, rate, this.#now(), tokens);
  }

  /** Puts back a token that was not used. */
  giveBack(id: string): void {
    this.#buckets.giveBack(id, this.#now());
  }

  /** Whole tokens that could be taken now; undefined: all of them. */
  left(id: string): number | undefined {
    return this.#buckets.left(id, this.#now());
  }

  /** Reports tokens that were taken here to the other gateways. */
  share(id: string, tokens = 1): void {
    this.#unshared.set(id, (this.#unshared.get(id) ?? 0) + tokens);
    if (this.#collectMs === 0) this.#publish();
    else this.#timer ??= setTimeout(() => this.#publish(), this.#collectMs).unref();
  }

  #publish(): void {
    this.#timer = undefined;
    const teams = Array.from(this.#unshared, ([bucket, calls]) => ({ bucket, calls }));
    this.#unshared.clear();
    this.#shared.publish(teams);
  }
}
