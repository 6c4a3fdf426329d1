import type { Bus } from '@ledgergraph/event-bus/bus';
import type { Charge } from '@ledgergraph/service-kit/limits/rates';
import type { KnownKey } from '#/auth/key-answer.ts';
import { chargesOf } from '#/limits/holders.ts';
import { SharedRates } from '#/limits/shared-rates.ts';

/** Over which calls are collected before other gateways hear of them. */
const COLLECT_MS = 100;

export interface CallRatesOptions {
  bus: Bus;
  secret: string;
  /** Our protection: no plan limits test keys. */
  testCallsPerSecond: number;
  now?: (() => number) | undefined;
}

export interface SecondLeft {
  perSecond: number;
  left: number;
}

/** Exactly one of the two is called, once. */
export interface Passage {
  /** Whatever the outcome: other gateways count the call too. */
  confirm(): void;
  giveBack(): void;
}

const UNLIMITED: Passage = { confirm: () => {}, giveBack: () => {} };

class TokenPassage implements Passage {
  readonly #rates: SharedRates;
  readonly #ids: readonly string[];

  constructor(rates: SharedRates, ids: readonly string[]) {
    this.#rates = rates;
    this.#ids = ids;
  }

  confirm(): void {
    this.#rates.share(this.#ids);
  }

  giveBack(): void {
    this.#rates.giveBack(this.#ids);
  }
}

interface Purse {
  charges: readonly Charge[];
  ids: readonly string[];
  perSecond: number;
}

/**
 * Limits calls per second: a team's live keys together by its plan; test keys each, and those of one team and one person together. Other
 * gateways take the calls from their own buckets within a tenth of a second.
 */
export class CallRates {
  readonly #rates: SharedRates;
  readonly #testCallsPerSecond: number;
  readonly #purses = new WeakMap<KnownKey, Purse>();

  constructor({ bus, secret, testCallsPerSecond, now }: CallRatesOptions) {
    this.#rates = new SharedRates({ bus, secret, now, name: 'calls', collectMs: COLLECT_MS });
    this.#testCallsPerSecond = testCallsPerSecond;
  }

  start(): void {
    this.#rates.start();
  }

  stop(): void {
    this.#rates.stop();
  }

  take(key: KnownKey): Passage | { waitMs: number } {
    const purse = this.#purseOf(key);
    if (purse === null) return UNLIMITED;
    return this.#rates.take(purse.charges) ?? new TokenPassage(this.#rates, purse.ids);
  }

  /** Null: unlimited. */
  secondLeft(key: KnownKey): SecondLeft | null {
    const purse = this.#purseOf(key);
    if (purse === null) return null;
    const left = purse.charges.map(({ id, rate }) => this.#rates.left(id) ?? rate.perSecond);
    return { perSecond: purse.perSecond, left: Math.min(...left) };
  }

  #purseOf(key: KnownKey): Purse | null {
    const known = this.#purses.get(key);
    if (known !== undefined) return known;
    const isLive = key.environment === 'MAINNET';
    const perSecond = isLive ? key.plan.callsPerSecond : this.#testCallsPerSecond;
    if (perSecond === null) return null;
    const rate = { perSecond };
    const charges = isLive ? [{ id: `live ${key.teamId}`, rate }] : chargesOf(key, rate);
    const purse = { charges, ids: charges.map(({ id }) => id), perSecond };
    this.#purses.set(key, purse);
    return purse;
  }
}
