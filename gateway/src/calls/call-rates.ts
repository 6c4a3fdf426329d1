import type { Bus } from '@ledgergraph/event-bus/bus';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { Counters } from '#/limits/counters.ts';
import { SharedRates } from '#/limits/shared-rates.ts';

/** Milliseconds over which calls are collected before other gateways hear of them. */
const COLLECT_MS = 100;

export interface CallRatesOptions {
  bus: Bus;
  /** KEY_PEPPER, by which gateways know each other's messages. */
  secret: string;
  /** Calls per second of each test key: no plan's, only our protection. */
  testCallsPerSecond: number;
  counters: Counters;
  /** Milliseconds of a steady clock, the same in all workers. */
  now?: (() => number) | undefined;
}

/** Calls per second that a caller may make, and how many are left. */
export interface SecondLeft {
  perSecond: number;
  left: number;
}

/** A call that the second's limit let through. One of the two is called, once. */
export interface Passage {
  /** The call was worked on, with any outcome: other gateways count it too. */
  confirm(): void;
  /** Another limit refused the call: its token goes back. */
  giveBack(): void;
}

const UNLIMITED: Passage = { confirm: () => {}, giveBack: () => {} };

/** A token of one bucket. */
class TokenPassage implements Passage {
  readonly #rates: SharedRates;
  readonly #id: string;

  constructor(rates: SharedRates, id: string) {
    this.#rates = rates;
    this.#id = id;
  }

  confirm(): void {
    this.#rates.share(this.#id);
  }

  giveBack(): void {
    this.#rates.giveBack(this.#id);
  }
}

/**
 * Limits calls per second: a team's live keys together, as its plan allows, and each test key. Other gateways take the
 * calls from their own buckets within a tenth of a second.
 */
export class CallRates {
  readonly #rates: SharedRates;
  readonly #testCallsPerSecond: number;

  constructor({ bus, secret, testCallsPerSecond, counters, now }: CallRatesOptions) {
    this.#rates = new SharedRates({ bus, secret, now, counters, name: 'calls', collectMs: COLLECT_MS });
    this.#testCallsPerSecond = testCallsPerSecond;
  }

  start(): void {
    this.#rates.start();
  }

  stop(): void {
    this.#rates.stop();
  }

  /** Lets one call through, or answers how many milliseconds to wait. */
  take(key: KnownKey): Passage | { waitMs: number } {
    const perSecond = this.#perSecond(key);
    if (perSecond === null) return UNLIMITED;
    const id = bucketOf(key);
    return this.#rates.take(id, { perSecond }) ?? new TokenPassage(this.#rates, id);
  }

  /** Null: nothing limits this key's calls per second. */
  secondLeft(key: KnownKey): SecondLeft | null {
    const perSecond = this.#perSecond(key);
    if (perSecond === null) return null;
    return { perSecond, left: this.#rates.left(bucketOf(key)) ?? perSecond };
  }

  #perSecond({ environment, plan }: KnownKey): number | null {
    return environment === 'MAINNET' ? plan.callsPerSecond : this.#testCallsPerSecond;
  }
}

function bucketOf({ environment, teamId, id }: KnownKey): string {
  return environment === 'MAINNET' ? teamId : id;
}
