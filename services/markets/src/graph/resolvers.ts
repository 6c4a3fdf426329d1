import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Candle } from './Candle.ts';
import { Currency } from './Currency.ts';
import { Market } from './Market.ts';
import { Query } from './Query.ts';
import { Transfer } from './Transfer.ts';

/** The resolver map of this subgraph: a file for each type that has resolvers. Rows have the other fields as they are named. */
export const resolvers = { ...pickScalars('BigInt', 'Decimal', 'DateTime'), Query, Transfer, Market, Candle, Currency };
