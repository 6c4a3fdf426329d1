import { type Coin, coinKey } from '@ledgergraph/generators/chain-parts/coin';
import type { BuiltTransaction, CurrencyRecord } from '@ledgergraph/generators/chain-parts/transaction';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';

/** Everything that holds at one block of one branch. */
export class Ledger {
  readonly coins: Map<string, Coin>;
  readonly identities: Map<string, JsonObject>;
  readonly currencies: Map<string, CurrencyRecord>;

  constructor(parent?: Ledger) {
    this.coins = new Map(parent?.coins);
    this.identities = new Map(parent?.identities);
    this.currencies = new Map(parent?.currencies);
  }

  /** True if a transaction could stand in the next block: all outputs that it spends are there. */
  allows(transaction: BuiltTransaction): boolean {
    return transaction.inputs.length > 0 && transaction.inputs.every((input) => this.coins.has(coinKey(input)));
  }

  add(transaction: BuiltTransaction): void {
    for (const input of transaction.inputs) {
      if (!this.coins.delete(coinKey(input))) throw new Error(`${coinKey(input)} is spent twice on one branch`);
    }
    for (const coin of transaction.coins) if (coin.role !== 'dead') this.coins.set(coinKey(coin), coin);
    for (const identity of transaction.identities) this.identities.set(String(identity.identityaddress), identity);
    for (const currency of transaction.currencies) this.currencies.set(currency.currencyId, currency);
  }

  /** Coins that can be spent at a height, in the order they were made. */
  spendable(height: number): Coin[] {
    return [...this.coins.values()].filter(({ role, matureHeight }) => role === 'coin' && matureHeight <= height);
  }

  /** The output that carries the present state of an identity or a currency. @throws Error for one that does not exist */
  stateCoin(role: 'identity' | 'state', about: string): Coin {
    for (const coin of this.coins.values()) if (coin.role === role && coin.about === about) return coin;
    throw new Error(`no ${role} output of ${about}`);
  }

  /** Names of the currencies, as reserve_balance has them. */
  names(): Map<string, string> {
    return new Map(Array.from(this.currencies.values(), ({ currencyId, name }) => [currencyId, name]));
  }
}
