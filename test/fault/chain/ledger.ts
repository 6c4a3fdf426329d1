import { type Coin, type CoinRole, coinKey } from '@ledgergraph/chain-generator/coin';
import type { FlowCurrency } from '@ledgergraph/generators/flow-chain/flow-currency';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { CurrencyRecord, PostedLot, TreeTransaction, Waiting } from './tree-transaction.ts';

export class Ledger {
  readonly coins: Map<string, Coin>;
  readonly identities: Map<string, JsonObject>;
  readonly currencies: Map<string, CurrencyRecord>;
  /** No export has gathered these; by their outputs. */
  readonly waiting: Map<string, Waiting>;
  /** No import has paid these; by the outputs that imports spend. */
  readonly exported: Map<string, readonly Waiting[]>;
  readonly offers: Map<string, PostedLot>;
  /** undefined before its definition. */
  basket: FlowCurrency | undefined;

  constructor(parent?: Ledger) {
    this.coins = new Map(parent?.coins);
    this.identities = new Map(parent?.identities);
    this.currencies = new Map(parent?.currencies);
    this.waiting = new Map(parent?.waiting);
    this.exported = new Map(parent?.exported);
    this.offers = new Map(parent?.offers);
    this.basket = parent?.basket;
  }

  allows({ inputs, flow }: TreeTransaction, height: number): boolean {
    if (inputs.length === 0 || !inputs.every((input) => this.coins.has(coinKey(input)))) return false;
    if (flow?.needs !== undefined && !this.currencies.has(flow.needs)) return false;
    if (flow?.launch?.status === 'PRELAUNCH' && this.currencies.has(flow.launch.currencyId)) return false;
    if (flow?.posted !== undefined && !this.coins.has(coinKey(flow.posted.lot))) return false;
    if (flow?.ended === undefined) return true;
    const offer = this.offers.get(coinKey(flow.ended.lot));
    return offer !== undefined && (flow.ended.how === 'CLOSED' || height < offer.expiryHeight);
  }

  add(transaction: TreeTransaction): void {
    for (const input of transaction.inputs) {
      const key = coinKey(input);
      if (!this.coins.delete(key)) throw new Error(`${key} is spent twice on one branch`);
      this.waiting.delete(key);
      this.exported.delete(key);
      this.offers.delete(key);
    }
    for (const coin of transaction.coins) if (coin.role !== 'dead') this.coins.set(coinKey(coin), coin);
    for (const identity of transaction.identities ?? [])
      this.identities.set(String(identity.identityaddress), identity);
    for (const currency of transaction.currencies ?? []) this.currencies.set(currency.currencyId, currency);
    if (transaction.flow !== undefined) this.#addFlow(transaction, transaction.flow);
  }

  #addFlow(
    { coins }: TreeTransaction,
    { requests = [], exported, basket, posted }: NonNullable<TreeTransaction['flow']>,
  ): void {
    for (const [index, request] of requests.entries()) {
      const coin = coins[index];
      if (coin !== undefined) this.waiting.set(coinKey(coin), { coin, request });
    }
    for (const coin of coins)
      if (coin.role === 'finalization') this.exported.set(coinKey(coin), exported?.transfers ?? []);
    if (basket !== undefined) this.basket = basket;
    if (posted !== undefined) this.offers.set(coinKey(posted.lot), posted);
  }

  spendable(height: number): Coin[] {
    return [...this.coins.values()].filter(({ role, matureHeight }) => role === 'coin' && matureHeight <= height);
  }

  /** @throws Error where none exists */
  stateCoin(role: 'identity' | 'state', about: string): Coin {
    for (const coin of this.coins.values()) if (coin.role === role && coin.about === about) return coin;
    throw new Error(`no ${role} output of ${about}`);
  }

  coinsOf(role: CoinRole, about: string): Coin[] {
    return [...this.coins.values()].filter((coin) => coin.role === role && coin.about === about);
  }
}
