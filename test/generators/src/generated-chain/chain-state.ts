import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Coin, CoinRole } from '#/chain-parts/coin.ts';
import type { BuiltTransaction, CurrencyRecord } from '#/chain-parts/transaction.ts';
import { CoinPool } from './coin-pool.ts';

export interface IdentityNow {
  payload: JsonObject;
  coin: Coin;
}

export interface BasketNow {
  record: CurrencyRecord;
  /** Native, in satoshis. */
  reserves: bigint;
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
  reserves?: bigint;
}

/** Grows with the unspent outputs, not with the chain. */
export class ChainState {
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

  names(ids: Iterable<string>): Map<string, string> {
    return new Map(Array.from(ids, (id) => [id, this.baskets.get(id)?.record.name ?? id]));
  }

  add(transaction: BuiltTransaction, height: number, { request, reserves = 0n }: Effects = {}): void {
    for (const coin of transaction.coins) {
      if (coin.role === 'coin') this.coins.add(coin, height);
      if (coin.role === 'transfer' && request !== undefined) this.#addWaiting({ ...request, coin });
    }
    for (const payload of transaction.identities) this.#addIdentity(payload, transaction);
    for (const record of transaction.currencies) this.#addBasket(record, reserves, transaction);
  }

  #addIdentity(payload: JsonObject, transaction: BuiltTransaction): void {
    const id = String(payload.identityaddress);
    if (!this.identities.has(id)) {
      this.identityIds.push(id);
      this.plain.push(id);
    }
    this.identities.set(id, { payload, coin: getCarrier(transaction, 'identity', id) });
  }

  #addBasket(record: CurrencyRecord, reserves: bigint, transaction: BuiltTransaction): void {
    const id = record.currencyId;
    if (!this.baskets.has(id)) this.basketIds.push(id);
    const deposit = transaction.coins.find(({ role }) => role === 'deposit');
    this.baskets.set(id, { record, reserves, state: getCarrier(transaction, 'state', id), deposit });
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
