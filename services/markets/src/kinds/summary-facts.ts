import type { TransactionParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { TransferKind } from '#/flows/transfer.ts';
import type { TransactionFacts } from './movement-facts.ts';

/** An amount in satoshis. */
export interface CurrencySum {
  currencyId: string;
  satoshis: bigint;
}

/** A transfer that the transaction makes, as far as it is known at the block that is read. */
export interface SummaryTransfer {
  kind: TransferKind;
  fromId: string;
  amount: bigint;
  toId: string | null;
  /** Paid by its import; null: none has paid it, or it converts nothing on this chain. */
  amountOut: bigint | null;
  isRefunded: boolean;
  destination: string;
  destinationSystemId: string;
}

/** An import or an export of the transaction. */
export interface SummaryRecord {
  currencyId: string;
  /** System at the other end; the chain itself for transfers of its own. */
  systemId: string;
  transferCount: number;
}

/** A step of an offer that the transaction makes. */
export interface SummaryOffer {
  step: 'LAID_DOWN' | 'POSTED' | 'TAKEN' | 'ENDED';
  givesIdentity: string | null;
  gives: readonly CurrencySum[];
  /** Null: what is asked for cannot be read, or is not known yet. */
  asks: readonly CurrencySum[] | null;
  asksIdentity: string | null;
}

/** All that the summary of a transaction follows from. */
export interface SummaryFacts {
  /** i-address of the native currency. */
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
