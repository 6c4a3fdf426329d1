import { pickScalars } from '@ledgergraph/chain-kit/graph/scalars';
import { Address } from './Address.ts';
import { AddressBalance } from './AddressBalance.ts';
import { AddressTransaction } from './AddressTransaction.ts';
import { Currency } from './Currency.ts';
import { Query } from './Query.ts';
import { RichListEntry } from './RichListEntry.ts';
import { UTXO } from './UTXO.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime'),
  Query,
  Address,
  AddressBalance,
  AddressTransaction,
  Currency,
  RichListEntry,
  UTXO,
};
