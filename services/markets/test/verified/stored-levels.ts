import type { Network } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { Amounts } from '@ledgergraph/test-kit/rules/raw-json';
import { readBasketReserves, type StoredReserve } from '#/db/basket-reserves.ts';
import type { Stand } from '../stand.ts';
import { listAll } from './list-all.ts';

export interface StoredBasket {
  basketId: string;
  height: number;
  supply: bigint;
  reserves: StoredReserve[];
}

export interface StoredTick {
  basketId: string;
  baseId: string;
  quoteId: string;
  height: number;
  high: bigint;
  low: bigint;
  baseVolume: bigint;
  quoteVolume: bigint;
  trades: number;
}

export interface StoredSupply {
  kind: string;
  currencyId: string;
  height: number;
  /** Export or import that makes it. */
  key: string;
  amount: bigint;
  supply: bigint;
}

/** Amounts are in coins. */
export interface AnsweredConversion {
  txid: string;
  index: number;
  importTxid: string;
  basketId: string;
  direction: string;
  fromId: string;
  toId: string;
  amountIn: string;
  amountInNet: string;
  amountOut: string;
  price: string;
  effectivePrice: string | null;
}

export interface StoredLevels {
  baskets: StoredBasket[];
  ticks: StoredTick[];
  supplies: StoredSupply[];
  /** After the last block. */
  locked: Map<string, Amounts>;
  conversions: AnsweredConversion[];
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the statements below name their columns
type Row = any;

export async function readLevels(stand: Stand, network: Network): Promise<StoredLevels> {
  const read = (sql: string): PromiseLike<Row[]> => stand.db.$queryRawUnsafe(sql, network.chainId);
  const locked = new Map<string, Amounts>();
  for (const { system_id: id, currency_id: currencyId, amount } of await read(LOCKS)) {
    locked.set(id, (locked.get(id) ?? new Map()).set(currencyId, BigInt(amount)));
  }
  return {
    baskets: (await read(BASKETS)).map(({ basket_id: basketId, height, supply, reserves }) => {
      return { basketId, height, supply: BigInt(supply), reserves: readBasketReserves(reserves) };
    }),
    ticks: (await read(TICKS)).map((row) => ({
      basketId: row.basket_id,
      baseId: row.base_id,
      quoteId: row.quote_id,
      height: row.height,
      trades: row.trades,
      high: BigInt(row.high),
      low: BigInt(row.low),
      baseVolume: BigInt(row.base),
      quoteVolume: BigInt(row.quote),
    })),
    supplies: (await read(SUPPLIES)).map(({ kind, currency_id: currencyId, height, key, amount, supply }) => {
      return { kind, currencyId, height, key, amount: BigInt(amount), supply: BigInt(supply) };
    }),
    locked,
    conversions: await listAll({ stand, network }, 'conversions', ', order: ASC', CONVERSION),
  };
}

const CONVERSION =
  'txid index importTxid basketId direction fromId toId amountIn amountInNet amountOut price effectivePrice';
const OF_CHAIN = 'JOIN chain ON chain.id = own.chain AND chain.chain_id = $1';
const BASKETS = `SELECT basket_id, height, supply::text, reserves FROM running_basket own ${OF_CHAIN} ORDER BY height`;
const TICKS = `
  SELECT basket_id, base_id, quote_id, own.height, high::text, low::text, trades, base_volume::text AS base, quote_volume::text AS quote
    FROM market_tick own ${OF_CHAIN} JOIN market ON market.chain = own.chain AND market.number = own.market`;
const SUPPLIES = `
  SELECT kind, currency_id, height, encode(txid, 'hex') || ':' || vout AS key, amount::text, supply::text
    FROM supply_event own ${OF_CHAIN} ORDER BY height, tx_index, vout, ordinal`;
const LOCKS = `
  SELECT DISTINCT ON (system_id, currency_id) system_id, currency_id, locked::text AS amount
    FROM system_lock own ${OF_CHAIN} ORDER BY system_id, currency_id, height DESC`;
