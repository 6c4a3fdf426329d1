import type { Bus } from '@ledgergraph/event-bus/bus';
import type { KnownKey } from '#/auth/key-answer.ts';
import { SharedCalls } from '#/limits/shared-calls.ts';
import { TokenBucket } from '#/limits/token-bucket.ts';

/** Number of buckets at which full ones are removed. */
const SWEEP_AT = 1_000;

type SendingKey = Pick<KnownKey, 'id'> & { plan: Pick<KnownKey['plan'], 'sendsPerMinute'> };

export interface SendRatesOptions {
  bus: Bus;
  /** KEY_PEPPER, by which gateways know each other's messages. */
  secret: string;
  /** Transactions in a minute of a key whose plan does not say how many. */
  perMinute: number;
  /** Milliseconds of a steady clock. */
  now?: () => number;
}

/**
 * Limits the transactions that each key sends. A key has a bucket of one minute's transactions, which fills at that
 * rate. Each gateway has its own buckets, and takes from them what other gateways let through; lost events let a
 * little more through.
 */
export class SendRates {
  readonly #options: SendRatesOptions;
  readonly #now: () => number;
  readonly #shared: SharedCalls;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(options: SendRatesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const { bus, secret } = options;
    this.#shared = new SharedCalls({
      bus,
      secret,
      onCalls: (teams) => {
        for (const { bucket, calls } of teams) this.#buckets.get(bucket)?.debit(calls, this.#now());
      },
    });
  }

  start(): void {
    this.#shared.start();
  }

  stop(): void {
    this.#shared.stop();
  }

  /** Lets so many transactions through, all or none, or says how many milliseconds to wait. */
  take(key: SendingKey, sends: number): { waitMs: number } | undefined {
    if (sends === 0) return undefined;
    const now = this.#now();
    const id = `sends ${key.id}`;
    const bucket = this.#bucket(id, key.plan.sendsPerMinute ?? this.#options.perMinute, now);
    if (!bucket.take(now, sends)) return { waitMs: bucket.waitMs(now, sends) };
    this.#shared.publish([{ bucket: id, calls: sends }]);
    return undefined;
  }

  #bucket(id: string, perMinute: number, now: number): TokenBucket {
    const known = this.#buckets.get(id);
    if (known !== undefined) {
      known.resize(perMinute / 60, now, perMinute);
      return known;
    }
    if (this.#buckets.size >= SWEEP_AT) {
      for (const [other, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(other);
    }
    const bucket = new TokenBucket(perMinute / 60, now, perMinute);
    this.#buckets.set(id, bucket);
    return bucket;
  }
}
