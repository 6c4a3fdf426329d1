import type { Bus } from '@ledgergraph/event-bus/bus';
import type { KnownKey } from '#/auth/key-answer.ts';
import { SharedCalls } from '#/limits/shared-calls.ts';
import { TokenBucket } from '#/limits/token-bucket.ts';

const SHARE_MS = 100;
/** Number of buckets at which full ones are removed. */
const SWEEP_AT = 1_000;

export interface CallRatesOptions {
  bus: Bus;
  /** KEY_PEPPER, by which gateways know each other's messages. */
  secret: string;
  /** Calls per second of each test key: no plan's, only our protection. */
  testCallsPerSecond: number;
  /** Milliseconds of a steady clock. */
  now?: () => number;
}

/** Calls per second that a caller may make, and how many are left. */
export interface SecondLeft {
  perSecond: number;
  left: number;
}

/** A call that the second's limit let through. One of the two is called, once. */
export interface Passage {
  /** It was worked on, whatever came of it: other gateways count it too. */
  confirm(): void;
  /** Another limit refused it: as if it had not been. */
  giveBack(): void;
}

const UNLIMITED: Passage = { confirm: () => {}, giveBack: () => {} };

/** A token of one bucket. */
class TokenPassage implements Passage {
  readonly #bucket: TokenBucket;
  readonly #id: string;
  readonly #onConfirmed: (id: string) => void;

  constructor(bucket: TokenBucket, id: string, onConfirmed: (id: string) => void) {
    this.#bucket = bucket;
    this.#id = id;
    this.#onConfirmed = onConfirmed;
  }

  confirm(): void {
    this.#onConfirmed(this.#id);
  }

  giveBack(): void {
    this.#bucket.giveBack();
  }
}

/**
 * Limits calls per second: a team's live keys together, as its plan says, and each test key. Each gateway has its own
 * buckets. It takes from them, within a tenth of a second, the calls that other gateways let through; lost events let
 * a little more through.
 */
export class CallRates {
  readonly #options: CallRatesOptions;
  readonly #now: () => number;
  readonly #shared: SharedCalls;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #unshared = new Map<string, number>();
  readonly #onConfirmed = (id: string): void => this.#share(id);
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CallRatesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const { bus, secret } = options;
    // A team without recent calls here has no bucket: if it moves here from another gateway, it finds a full one, once.
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
    clearTimeout(this.#timer);
  }

  /** Lets one call through, or says how many milliseconds to wait. */
  take(key: KnownKey): Passage | { waitMs: number } {
    const perSecond = this.#perSecond(key);
    if (perSecond === null) return UNLIMITED;
    const now = this.#now();
    const id = bucketOf(key);
    const bucket = this.#bucket(id, perSecond, now);
    if (!bucket.take(now)) return { waitMs: bucket.waitMs(now) };
    return new TokenPassage(bucket, id, this.#onConfirmed);
  }

  /** Null: nothing limits this key's calls per second. */
  secondLeft(key: KnownKey): SecondLeft | null {
    const perSecond = this.#perSecond(key);
    if (perSecond === null) return null;
    return { perSecond, left: this.#buckets.get(bucketOf(key))?.left(this.#now()) ?? perSecond };
  }

  #perSecond({ environment, plan }: KnownKey): number | null {
    return environment === 'MAINNET' ? plan.callsPerSecond : this.#options.testCallsPerSecond;
  }

  #bucket(id: string, perSecond: number, now: number): TokenBucket {
    const known = this.#buckets.get(id);
    if (known !== undefined) {
      known.resize(perSecond, now);
      return known;
    }
    if (this.#buckets.size >= SWEEP_AT) this.#sweep(now);
    const bucket = new TokenBucket(perSecond, now);
    this.#buckets.set(id, bucket);
    return bucket;
  }

  #share(id: string): void {
    this.#unshared.set(id, (this.#unshared.get(id) ?? 0) + 1);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const teams = Array.from(this.#unshared, ([bucket, calls]) => ({ bucket, calls }));
      this.#unshared.clear();
      this.#shared.publish(teams);
    }, SHARE_MS).unref();
  }

  #sweep(now: number): void {
    for (const [id, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(id);
  }
}

function bucketOf({ environment, teamId, id }: KnownKey): string {
  return environment === 'MAINNET' ? teamId : id;
}
