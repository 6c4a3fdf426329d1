import { pickScalars } from '@ledgergraph/chain-kit/graph/scalars';
import { Block } from '#/graph/Block.ts';
import { CurrencyAmount } from '#/graph/CurrencyAmount.ts';
import { Network } from '#/graph/Network.ts';
import { Query } from '#/graph/Query.ts';
import { SyncState } from '#/graph/SyncState.ts';
import { Transaction } from '#/graph/Transaction.ts';
import { TransactionInput } from '#/graph/TransactionInput.ts';
import { TransactionOutput } from '#/graph/TransactionOutput.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime'),
  Query,
  Network,
  SyncState,
  Block,
  Transaction,
  TransactionInput,
  TransactionOutput,
  CurrencyAmount,
};
