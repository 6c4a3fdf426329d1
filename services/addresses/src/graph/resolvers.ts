import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { AddressBalance } from './AddressBalance.ts';
import { AddressDelta } from './AddressDelta.ts';
import { AddressTransaction } from './AddressTransaction.ts';
import { BalanceParts } from './BalanceParts.ts';
import { Currency } from './Currency.ts';
import { Movement } from './Movement.ts';
import { Query } from './Query.ts';
import { RichListEntry } from './RichListEntry.ts';
import { Statistics } from './Statistics.ts';
import { Utxo } from './Utxo.ts';
import { WalletTransaction } from './WalletTransaction.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime'),
  Query,
  Address,
  AddressBalance,
  AddressDelta,
  AddressTransaction,
  BalanceParts,
  Currency,
  Movement,
  RichListEntry,
  Statistics,
  Utxo,
  WalletTransaction,
};
