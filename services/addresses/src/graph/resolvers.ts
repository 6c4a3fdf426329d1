import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { AddressBalance } from './AddressBalance.ts';
import { AddressTransaction } from './AddressTransaction.ts';
import { BalanceParts } from './BalanceParts.ts';
import { Currency } from './Currency.ts';
import { createQuery } from './Query.ts';
import { RichListEntry } from './RichListEntry.ts';
import { UTXO } from './UTXO.ts';
import { WalletTransaction } from './WalletTransaction.ts';

/** The resolver map of this subgraph. */
export function createResolvers(db: SqlExecutor) {
  return {
    ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime'),
    Query: createQuery(db),
    Address,
    AddressBalance,
    AddressTransaction,
    BalanceParts,
    Currency,
    RichListEntry,
    UTXO,
    WalletTransaction,
  };
}
