import type { AddressActivity } from './address-activity.ts';
import type { BalanceState } from './balance-state.ts';

/** All holders of a currency together. */
export interface HeldTotal {
  total: bigint;
  holders: number;
}

/**
 * An address of one chain, or a currency that an i-address stands for, as the writer of the chain knows it. There is one object for each, so
 * that whatever names it leads to its id and to where it stands without a look-up.
 */
export class ChainAddress implements AddressActivity {
  readonly text: string;
  /** What it has of the native currency. */
  readonly native: Holding;
  /** It got its id while it was remembered, so that rows say nothing that is not here: what was not loaded is nothing. */
  isWhole = false;
  /** Its counters are those of its newest row. */
  isLoaded = false;
  txCount = 0;
  utxoCount = 0;
  spendableUtxoCount = 0;
  /** Of a currency: what all have of it by the rich list; undefined until it is loaded. */
  held: HeldTotal | undefined = undefined;
  #id = 0;
  /** By the currency's id; most addresses have none. */
  #tokens: Map<number, Holding> | undefined = undefined;

  /** @param native the chain's own currency; absent: this is it */
  constructor(text: string, native?: ChainAddress) {
    this.text = text;
    this.native = new Holding(this, native ?? this);
  }

  get isNamed(): boolean {
    return this.#id !== 0;
  }

  /** What stands for it in rows. @throws Error before it has one: whoever writes has to name it first */
  get id(): number {
    if (this.#id === 0) throw new Error(`no id is known for ${this.text}`);
    return this.#id;
  }

  name(id: number): void {
    this.#id = id;
  }

  /** What it has of a currency, which has its id. */
  holdingOf(currency: ChainAddress): Holding {
    if (currency === this.native.currency) return this.native;
    this.#tokens ??= new Map();
    const met = this.#tokens.get(currency.id);
    if (met === undefined) return this.#add(this.#tokens, currency);
    // It may have been forgotten since, and be another object now, while this address was remembered.
    met.currency = currency;
    return met;
  }

  #add(tokens: Map<number, Holding>, currency: ChainAddress): Holding {
    const holding = new Holding(this, currency);
    tokens.set(currency.id, holding);
    return holding;
  }
}

/** One currency of an address. */
export class Holding implements BalanceState {
  readonly address: ChainAddress;
  currency: ChainAddress;
  /** The balance and its counters are those of its newest row. */
  isLoaded = false;
  balance = 0n;
  received = 0n;
  txCount = 0;
  utxoCount = 0;
  spendableUtxoCount = 0;
  /** By the rich list; undefined until it is loaded. */
  held: bigint | undefined = undefined;

  constructor(address: ChainAddress, currency: ChainAddress) {
    this.address = address;
    this.currency = currency;
  }
}
