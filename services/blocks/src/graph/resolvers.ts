import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { AddressChange } from './AddressChange.ts';
import { AddressPending } from './AddressPending.ts';
import { BalanceParts } from './BalanceParts.ts';
import { Block } from './Block.ts';
import { CurrencyAmount } from './CurrencyAmount.ts';
import { FeePolicy } from './FeePolicy.ts';
import { Mempool } from './Mempool.ts';
import { Movement } from './Movement.ts';
import { Mutation } from './Mutation.ts';
import { Network } from './Network.ts';
import { PendingTransaction } from './PendingTransaction.ts';
import { PendingTransactionConnection } from './PendingTransactionConnection.ts';
import { Query } from './Query.ts';
import { SpentOutput } from './SpentOutput.ts';
import { SyncState } from './SyncState.ts';
import { Transaction } from './Transaction.ts';
import { TransactionInput } from './TransactionInput.ts';
import { TransactionOutput } from './TransactionOutput.ts';
import { Utxo } from './Utxo.ts';
import { WalletTransaction } from './WalletTransaction.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime'),
  Query,
  Mutation,
  Network,
  FeePolicy,
  SyncState,
  Block,
  Transaction,
  TransactionInput,
  TransactionOutput,
  WalletTransaction,
  Movement,
  CurrencyAmount,
  Address,
  AddressPending,
  BalanceParts,
  Utxo,
  SpentOutput,
  PendingTransaction,
  PendingTransactionConnection,
  AddressChange,
  Mempool,
};
