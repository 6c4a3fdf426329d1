import type { AddressIds } from '#/db/address-ids.ts';
import type { AddressActivity } from '#/db/address-transaction-row.ts';
import type { BalanceState } from '#/db/balance-row.ts';

/** What is known of one currency of an address; undefined: its rows were not read. */
export interface CurrencyState {
  balance: BalanceState | undefined;
  /** What the address holds by the rich list. */
  held: bigint | undefined;
}

/** What is known of an address; undefined: its rows were not read. */
export interface AddressState {
  activity: AddressActivity | undefined;
  native: CurrencyState;
  /** By currency; undefined: none is known, as of most addresses. */
  tokens: Map<string, CurrencyState> | undefined;
}

/** Where addresses stand in a batch: first before it, then moved on with every row. */
export class AddressStates {
  readonly #states = new Map<string, AddressState>();
  readonly #ids: Pick<AddressIds, 'isNew' | 'nativeId'>;
  readonly #known: { get(address: string): AddressState | undefined };

  /** @param known states that need not be read; the batch moves them on */
  constructor(ids: Pick<AddressIds, 'isNew' | 'nativeId'>, known: { get(address: string): AddressState | undefined }) {
    this.#ids = ids;
    this.#known = known;
  }

  of(address: string): AddressState {
    const met = this.#states.get(address);
    if (met !== undefined) return met;
    const state = this.#known.get(address) ?? { activity: undefined, native: unknown(), tokens: undefined };
    this.#states.set(address, state);
    return state;
  }

  ofCurrency(address: string, currencyId: string): CurrencyState {
    return this.currencyOf(this.of(address), currencyId);
  }

  currencyOf(state: AddressState, currencyId: string): CurrencyState {
    if (currencyId === this.#ids.nativeId) return state.native;
    state.tokens ??= new Map();
    const met = state.tokens.get(currencyId);
    if (met !== undefined) return met;
    const token = unknown();
    state.tokens.set(currencyId, token);
    return token;
  }

  /** Whether no row can say anything of an address. */
  isNew(address: string): boolean {
    return this.#ids.isNew(address);
  }

  /** Of all addresses of the batch. */
  all(): Map<string, AddressState> {
    return this.#states;
  }
}

function unknown(): CurrencyState {
  return { balance: undefined, held: undefined };
}
