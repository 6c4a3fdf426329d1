import { isLaunchedChain } from '@ledgergraph/verus-protocol/root-chains';
import type { ByteList } from './byte-list.ts';
import type { ChainAddress } from './chain-address.ts';
import type { Guard } from './guard.ts';

/** In satoshis. */
export interface CurrencyValue {
  currencyId: string;
  satoshis: bigint;
}

export interface TokenValue {
  currency: ChainAddress;
  satoshis: bigint;
}

export interface PlacedTransaction {
  height: number;
  index: number;
  txid: string;
}

export interface OutputRow {
  place: PlacedTransaction;
  vout: number;
  satoshis: bigint;
  /** Never zero. */
  tokens: readonly TokenValue[];
  kind: string | null;
  guard: Guard;
  matures: boolean;
  /** Each once. */
  addresses: readonly ChainAddress[];
  /** Stands for its addresses, if it has value and several addresses: see `findGroup`. */
  group: ChainAddress | null;
  /** The address that the rich list counts it for. */
  holder: ChainAddress | null;
  /** A block that was read spends it; the spend may not be stored yet. */
  isSpent: boolean;
}

export interface Spender {
  place: PlacedTransaction;
  spends: readonly OutputRow[];
}

export interface OutputChanges {
  created: readonly OutputRow[];
  /** Apart from the outputs: only readers of single outputs need a script. */
  scripts: ByteList;
  unspent: readonly OutputRow[];
  spenders: readonly Spender[];
  spentBefore: readonly OutputRow[];
}

export function isCoinbase({ place }: Pick<OutputRow, 'place'>): boolean {
  return place.index === 0;
}

/** Block 1 of a launched chain may be spent at once (main.cpp:CheckInputs; docs/verus/blocks.md#maturity). */
export function hasToMature({ height, index }: Pick<PlacedTransaction, 'height' | 'index'>, chainId: string): boolean {
  return index === 0 && !(height === 1 && isLaunchedChain(chainId));
}

export function firstMaturingHeight(chainId: string): number {
  return isLaunchedChain(chainId) ? 2 : 1;
}

/** Most protocol outputs have no value. */
export function hasValue({ satoshis, tokens }: Pick<OutputRow, 'satoshis' | 'tokens'>): boolean {
  return satoshis !== 0n || tokens.length > 0;
}
