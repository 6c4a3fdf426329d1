import type { AddressActivity } from './address-activity.ts';
import type { BalanceState } from './balance-state.ts';

/** All holders of a currency together. */
export interface HeldTotal {
  total: bigint;
  holders: number;
}

/**
 * An address of one chain, or the currency with that i-address, as the indexer keeps it in memory. There is one object for each, so that
 * every output that names it has its id and its state without a look-up.
 */
export class ChainAddress implements AddressActivity {
  readonly text: string;
  /** Its balance of the native currency. */
  readonly native: RunningBalance;
  /** The address got its id while it was in memory: it has no rows that this object does not know, and a state that was not loaded is empty. */
  isWhole = false;
  /** Its counters are those of its newest row. */
  isLoaded = false;
  txCount = 0;
  utxoCount = 0;
  spendableUtxoCount = 0;
  /** Latest block with a transaction that credited or debited it; -1: none did. Loaded with the counters. */
  movedHeight = -1;
  /** For a currency: the total of the rich list; undefined until it is loaded. */
  held: HeldTotal | undefined = undefined;
  #id = 0;
  /** By the currency's id; most addresses have none. */
  #tokens: Map<number, RunningBalance> | undefined = undefined;

  /** @param native the chain's own currency; absent: this is it */
  constructor(text: string, native?: ChainAddress) {
    this.text = text;
    this.native = new RunningBalance(this, native ?? this);
  }

  get isNamed(): boolean {
    return this.#id !== 0;
  }

  /** Id of the address in rows. @throws Error before it has one: a writer has to assign ids first */
  get id(): number {
    if (this.#id === 0) throw new Error(`no id is known for ${this.text}`);
    return this.#id;
  }

  name(id: number): void {
    this.#id = id;
  }

  /** Its balance of a currency that has its id. */
  holdingOf(currency: ChainAddress): RunningBalance {
    if (currency === this.native.currency) return this.native;
    this.#tokens ??= new Map();
    const met = this.#tokens.get(currency.id);
    if (met === undefined) return this.#add(this.#tokens, currency);
    // It may have been forgotten since, and be another object now, while this address was remembered.
    met.currency = currency;
    return met;
  }

  #add(tokens: Map<number, RunningBalance>, currency: ChainAddress): RunningBalance {
    const runningBalance = new RunningBalance(this, currency);
    tokens.set(currency.id, runningBalance);
    return runningBalance;
  }
}

/** One currency of an address. */
export class RunningBalance implements BalanceState {
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
