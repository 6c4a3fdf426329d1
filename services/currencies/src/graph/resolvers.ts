import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Block } from './Block.ts';
import { Currency } from './Currency.ts';
import { CurrencyState } from './CurrencyState.ts';
import { Import } from './Import.ts';
import { Query } from './Query.ts';
import { Reserve } from './Reserve.ts';
import { ReserveWeight } from './ReserveWeight.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime', 'JSON'),
  Query,
  Currency,
  CurrencyState,
  Reserve,
  ReserveWeight,
  Block,
  Import,
};
