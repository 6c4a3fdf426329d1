import type { Bus } from '@ledgergraph/event-bus/bus';
import { type Charge, Rates } from '@ledgergraph/service-kit/limits/rates';
import { SharedCalls } from './shared-calls.ts';

export interface SharedRatesOptions {
  bus: Bus;
  secret: string;
  /** Shared tokens of this time go in one message; 0: each is sent at once. */
  collectMs: number;
  /** Gateways report the buckets of all kinds in one message. */
  name: string;
  now?: (() => number) | undefined;
}

/**
 * Token buckets that gateways share: each takes from its own buckets the tokens that others report. A lost report lets a few more calls
 * through. A full bucket is absent and takes no report: a caller who moves here finds a full bucket once.
 */
export class SharedRates {
  readonly #rates: Rates;
  readonly #shared: SharedCalls;
  readonly #prefix: string;
  readonly #collectMs: number;
  readonly #unshared = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ bus, secret, collectMs, name, now }: SharedRatesOptions) {
    this.#rates = new Rates(now);
    this.#prefix = `${name} `;
    this.#collectMs = collectMs;
    this.#shared = new SharedCalls({
      bus,
      secret,
      onCalls: (reported) => {
        for (const { bucket, calls } of reported)
          if (bucket.startsWith(this.#prefix)) this.#rates.debit(bucket.slice(this.#prefix.length), calls);
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

  /** Takes tokens of every bucket, or returns the wait. `share` reports them to other gateways. */
  take(charges: readonly Charge[], tokens = 1): { waitMs: number } | undefined {
    return this.#rates.take(charges, tokens);
  }

  giveBack(ids: readonly string[]): void {
    this.#rates.giveBack(ids);
  }

  /** Whole tokens that could be taken now; undefined: all. */
  left(id: string): number | undefined {
    return this.#rates.left(id);
  }

  share(ids: readonly string[], tokens = 1): void {
    for (const id of ids) this.#unshared.set(id, (this.#unshared.get(id) ?? 0) + tokens);
    if (this.#collectMs === 0) this.#publish();
    else this.#timer ??= setTimeout(() => this.#publish(), this.#collectMs).unref();
  }

  #publish(): void {
    this.#timer = undefined;
    const teams = Array.from(this.#unshared, ([id, calls]) => ({ bucket: `${this.#prefix}${id}`, calls }));
    this.#unshared.clear();
    this.#shared.publish(teams);
  }
}
