import type { ByteList } from './byte-list.ts';
import type { ChainAddress } from './chain-address.ts';

/** An amount of one currency, in satoshis. */
export interface CurrencyValue {
  currencyId: string;
  satoshis: bigint;
}

/** The same for the writer of the chain. */
export interface TokenValue {
  currency: ChainAddress;
  satoshis: bigint;
}

/** A transaction and its place on the chain. */
export interface PlacedTransaction {
  height: number;
  /** Position in the block. */
  index: number;
  /** As verusd prints it. */
  txid: string;
}

/** A row of `output`, with what ids stand for there. */
export interface OutputRow {
  /** Of the transaction that creates it. */
  place: PlacedTransaction;
  vout: number;
  /** Native value. */
  satoshis: bigint;
  /** What it carries besides; none of them zero. */
  tokens: readonly TokenValue[];
  kind: string | null;
  isSpendable: boolean;
  /** Addresses it is credited to, each once. */
  addresses: readonly ChainAddress[];
  /** The one address the rich list counts it for. */
  holder: ChainAddress | null;
  /** By some block that was read: what was written already may not say so yet. */
  isSpent: boolean;
}

/** A transaction with the outputs that it spends, in input order. */
export interface Spender {
  place: PlacedTransaction;
  spends: readonly OutputRow[];
}

/** What a batch does to outputs. */
export interface OutputChanges {
  /** In chain order. */
  created: readonly OutputRow[];
  /** Of each of those, its script: only readers of single outputs need it again. */
  scripts: ByteList;
  /** What is created and stays unspent. */
  unspent: readonly OutputRow[];
  /** All transactions, with what they spend. */
  spenders: readonly Spender[];
  /** What of that was created before the batch. */
  spentBefore: readonly OutputRow[];
}

/** Nobody can spend a coinbase before it is mature. */
export function isCoinbase({ place }: Pick<OutputRow, 'place'>): boolean {
  return place.index === 0;
}

/** Whether an output carries anything; most protocol outputs do not. */
export function hasValue({ satoshis, tokens }: Pick<OutputRow, 'satoshis' | 'tokens'>): boolean {
  return satoshis !== 0n || tokens.length > 0;
}
