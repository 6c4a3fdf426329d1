import { pickScalars } from '@ledgergraph/chain-kit/graph/scalars';
import { Block } from './Block.ts';
import { CurrencyAmount } from './CurrencyAmount.ts';
import { FeePolicy } from './FeePolicy.ts';
import { Mutation } from './Mutation.ts';
import { Network } from './Network.ts';
import { Query } from './Query.ts';
import { SyncState } from './SyncState.ts';
import { Transaction } from './Transaction.ts';
import { TransactionInput } from './TransactionInput.ts';
import { TransactionOutput } from './TransactionOutput.ts';

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
  CurrencyAmount,
};
