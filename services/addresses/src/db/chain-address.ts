import type { AddressActivity } from './address-activity.ts';
import type { BalanceState } from './balance-state.ts';

export interface HeldTotal {
  total: bigint;
  holders: number;
}

/** An address or currency of one chain in memory. There is one object for each, so outputs reach its id and state without a look-up. */
export class ChainAddress implements AddressActivity {
  readonly text: string;
  readonly native: RunningBalance;
  /** The address got its id in memory: it has no stored rows, so a state that was not loaded is empty. */
  isWhole = false;
  isLoaded = false;
  txCount = 0;
  utxoCount = 0;
  spendableUtxoCount = 0;
  /** Latest block that credited or debited it; -1: none did. */
  movedHeight = -1;
  held: HeldTotal | undefined = undefined;
  #id = 0;
  #tokens: Map<number, RunningBalance> | undefined = undefined;

  constructor(text: string, native?: ChainAddress) {
    this.text = text;
    this.native = new RunningBalance(this, native ?? this);
  }

  get isNamed(): boolean {
    return this.#id !== 0;
  }

  get id(): number {
    if (this.#id === 0) throw new Error(`no id is known for ${this.text}`);
    return this.#id;
  }

  name(id: number): void {
    this.#id = id;
  }

  holdingOf(currency: ChainAddress): RunningBalance {
    if (currency === this.native.currency) return this.native;
    this.#tokens ??= new Map();
    const met = this.#tokens.get(currency.id);
    if (met === undefined) return this.#add(this.#tokens, currency);
    // The currency may have another object since the address was remembered.
    met.currency = currency;
    return met;
  }

  #add(tokens: Map<number, RunningBalance>, currency: ChainAddress): RunningBalance {
    const runningBalance = new RunningBalance(this, currency);
    tokens.set(currency.id, runningBalance);
    return runningBalance;
  }
}

export class RunningBalance implements BalanceState {
  readonly address: ChainAddress;
  currency: ChainAddress;
  isLoaded = false;
  balance = 0n;
  received = 0n;
  txCount = 0;
  utxoCount = 0;
  spendableUtxoCount = 0;
  held: bigint | undefined = undefined;

  constructor(address: ChainAddress, currency: ChainAddress) {
    this.address = address;
    this.currency = currency;
  }
}
