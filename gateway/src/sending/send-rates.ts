import { randomUUID } from 'node:crypto';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { CallsAdmittedSchema } from '@ledgergraph/proto-schemas/gateway/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import type { KnownKey } from '#/auth/key-answer.ts';
import { TokenBucket } from '#/limits/token-bucket.ts';

/** Number of buckets at which full ones are removed. */
const SWEEP_AT = 1_000;

type SendingKey = Pick<KnownKey, 'id'> & { plan: Pick<KnownKey['plan'], 'sendsPerMinute'> };

export interface SendRatesOptions {
  bus: Bus;
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
  readonly #gatewayId = randomUUID();
  readonly #buckets = new Map<string, TokenBucket>();
  #unsubscribe: () => void = () => {};

  constructor(options: SendRatesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  start(): void {
    this.#unsubscribe = this.#options.bus.subscribe(SUBJECTS.callsAdmitted, CallsAdmittedSchema, (event) => {
      if (event.gatewayId === this.#gatewayId) return;
      for (const { bucket, calls } of event.teams) this.#buckets.get(bucket)?.debit(calls, this.#now());
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Lets so many transactions through, all or none, or says how many milliseconds to wait. */
  take(key: SendingKey, sends: number): { waitMs: number } | undefined {
    if (sends === 0) return undefined;
    const now = this.#now();
    const id = `sends ${key.id}`;
    const bucket = this.#bucket(id, key.plan.sendsPerMinute ?? this.#options.perMinute, now);
    if (!bucket.take(now, sends)) return { waitMs: bucket.waitMs(now, sends) };
    const teams = [{ bucket: id, calls: sends }];
    this.#options.bus.publish(SUBJECTS.callsAdmitted, CallsAdmittedSchema, { gatewayId: this.#gatewayId, teams });
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
