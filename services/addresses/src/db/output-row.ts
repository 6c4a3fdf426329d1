import { isLaunchedChain } from '@ledgergraph/verus-protocol/root-chains';
import type { ByteList } from './byte-list.ts';
import type { ChainAddress } from './chain-address.ts';
import type { Guard } from './guard.ts';

/** An amount of one currency, in satoshis. */
export interface CurrencyValue {
  currencyId: string;
  satoshis: bigint;
}

/** An amount of one currency, in satoshis, with the currency's object in the registry. */
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

/** A row of `output`, with objects in place of ids. */
export interface OutputRow {
  /** Place of the transaction that creates it. */
  place: PlacedTransaction;
  vout: number;
  /** Native value. */
  satoshis: bigint;
  /** Tokens of the output; none of them zero. */
  tokens: readonly TokenValue[];
  kind: string | null;
  /** The condition, besides a signature, that it waits for. */
  guard: Guard;
  /** A coinbase that cannot be spent before it is mature. */
  matures: boolean;
  /** Addresses it is credited to, each once. */
  addresses: readonly ChainAddress[];
  /** The one address the rich list counts it for. */
  holder: ChainAddress | null;
  /** True if a block that was read spends it; the spend may not be stored yet. */
  isSpent: boolean;
}

/** A transaction with the outputs that it spends, in input order. */
export interface Spender {
  place: PlacedTransaction;
  spends: readonly OutputRow[];
}

/** Changes of outputs by a batch. */
export interface OutputChanges {
  /** In chain order. */
  created: readonly OutputRow[];
  /** Script of each created output: only readers of single outputs need it again. */
  scripts: ByteList;
  /** Outputs that the batch creates and does not spend. */
  unspent: readonly OutputRow[];
  /** All transactions, with what they spend. */
  spenders: readonly Spender[];
  /** Spent outputs that were created before the batch. */
  spentBefore: readonly OutputRow[];
}

export function isCoinbase({ place }: Pick<OutputRow, 'place'>): boolean {
  return place.index === 0;
}

/**
 * True for outputs that cannot be spent before they are mature: those of coinbases, but not of block 1 of a launched chain, which may be
 * spent at once (main.cpp:CheckInputs; docs/verus/blocks.md#maturity).
 * @param chainId i-address of the chain's native currency
 */
export function hasToMature({ height, index }: Pick<PlacedTransaction, 'height' | 'index'>, chainId: string): boolean {
  return index === 0 && !(height === 1 && isLaunchedChain(chainId));
}

/** First height whose coinbase has to be mature; see `hasToMature`. */
export function firstMaturingHeight(chainId: string): number {
  return isLaunchedChain(chainId) ? 2 : 1;
}

/** True if an output carries any value; most protocol outputs do not. */
export function hasValue({ satoshis, tokens }: Pick<OutputRow, 'satoshis' | 'tokens'>): boolean {
  return satoshis !== 0n || tokens.length > 0;
}
