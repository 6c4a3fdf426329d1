import type { Coin, CoinRole } from '@ledgergraph/chain-generator/coin';
import type { Currency } from '@ledgergraph/chain-generator/currency';
import type { Names } from '@ledgergraph/chain-generator/outputs';
import type { BuiltTransaction } from '@ledgergraph/chain-generator/transaction';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { CoinPool } from './coin-pool.ts';

export interface IdentityNow {
  payload: JsonObject;
  coin: Coin;
}

export interface BasketNow {
  name: string;
  /** One unit for each coin. */
  currency: Currency;
  state: Coin;
  deposit: Coin | undefined;
}

export interface Waiting {
  coin: Coin;
  /** Native, without the fee. */
  amount: bigint;
  payee: string;
}

export interface Effects {
  request?: Omit<Waiting, 'coin'>;
  identity?: JsonObject;
  basket?: Pick<BasketNow, 'name' | 'currency'>;
}

/** Grows with the unspent outputs, not with the chain. */
export class ChainState implements Names {
  readonly chainId: string;
  readonly chainHash: Uint8Array;
  readonly coins = new CoinPool();
  readonly identities = new Map<string, IdentityNow>();
  readonly identityIds: string[] = [];
  readonly baskets = new Map<string, BasketNow>();
  readonly basketIds: string[] = [];
  readonly plain: string[] = [];
  readonly waiting = new Map<string, Waiting[]>();

  constructor(chainId: string) {
    this.chainId = chainId;
    this.chainHash = parseAddress(chainId)?.hash ?? new Uint8Array();
  }

  readonly nameOf = (id: string): string => this.baskets.get(id)?.name ?? id;

  add(transaction: BuiltTransaction, height: number, { request, identity, basket }: Effects = {}): void {
    for (const coin of transaction.coins) {
      if (coin.role === 'coin') this.coins.add(coin, height);
      if (coin.role === 'transfer' && request !== undefined) this.#addWaiting({ ...request, coin });
    }
    if (identity !== undefined) this.#addIdentity(identity, transaction);
    if (basket !== undefined) this.#addBasket(basket, transaction);
  }

  #addIdentity(payload: JsonObject, transaction: BuiltTransaction): void {
    const id = String(payload.identityaddress);
    if (!this.identities.has(id)) {
      this.identityIds.push(id);
      this.plain.push(id);
    }
    this.identities.set(id, { payload, coin: getCarrier(transaction, 'identity', id) });
  }

  #addBasket(basket: Pick<BasketNow, 'name' | 'currency'>, transaction: BuiltTransaction): void {
    const id = basket.currency.currencyId;
    if (!this.baskets.has(id)) this.basketIds.push(id);
    const deposit = transaction.coins.find(({ role }) => role === 'deposit');
    this.baskets.set(id, { ...basket, state: getCarrier(transaction, 'state', id), deposit });
  }

  #addWaiting(transfer: Waiting): void {
    const waiting = this.waiting.get(transfer.coin.about) ?? [];
    waiting.push(transfer);
    this.waiting.set(transfer.coin.about, waiting);
  }
}

function getCarrier({ coins }: BuiltTransaction, role: CoinRole, about: string): Coin {
  const carrier = coins.find((coin) => coin.role === role && coin.about === about);
  if (carrier === undefined) throw new Error(`no ${role} output of ${about}`);
  return carrier;
}
