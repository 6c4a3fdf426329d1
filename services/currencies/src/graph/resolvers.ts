import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Block } from './Block.ts';
import { Currency } from './Currency.ts';
import { CurrencyState } from './CurrencyState.ts';
import { CurrencyStateAt } from './CurrencyStateAt.ts';
import { Import } from './Import.ts';
import { Query } from './Query.ts';
import { Reserve } from './Reserve.ts';
import { ReserveWeight } from './ReserveWeight.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime', 'JSON'),
  Query,
  Currency,
  CurrencyState,
  CurrencyStateAt,
  Reserve,
  ReserveWeight,
  Block,
  Import,
};
