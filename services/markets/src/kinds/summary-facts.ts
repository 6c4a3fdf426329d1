import type { TransactionParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { TransferKind } from '#/flows/transfer.ts';
import type { TransactionFacts } from './movement-facts.ts';

export interface CurrencySum {
  currencyId: string;
  satoshis: bigint;
}

export interface SummaryTransfer {
  kind: TransferKind;
  fromId: string;
  amount: bigint;
  toId: string | null;
  /** Null if no import has paid it, or it converts nothing on this chain. */
  amountOut: bigint | null;
  isRefunded: boolean;
  destination: string;
  destinationSystemId: string;
}

export interface SummaryRecord {
  currencyId: string;
  /** System at the other end; the chain itself for its own transfers. */
  systemId: string;
  transferCount: number;
}

export interface SummaryOffer {
  step: 'LAID_DOWN' | 'POSTED' | 'TAKEN' | 'ENDED';
  givesIdentity: string | null;
  gives: readonly CurrencySum[];
  /** Null if it cannot be read, or is not known yet. */
  asks: readonly CurrencySum[] | null;
  asksIdentity: string | null;
}

export interface SummaryFacts {
  chainId: string;
  parties: TransactionParties;
  transaction: Pick<TransactionFacts, 'isCoinbase' | 'isStakedBlock' | 'isStake'>;
  registration: { identityAddress: string; price: bigint | null; currencyId: string } | null;
  /** Currency that is launched on this chain. */
  definitionId: string | null;
  transfers: readonly SummaryTransfer[];
  imports: readonly SummaryRecord[];
  exports: readonly SummaryRecord[];
  offers: readonly SummaryOffer[];
}
