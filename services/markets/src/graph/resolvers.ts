import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Candle } from './Candle.ts';
import { Currency } from './Currency.ts';
import { Identity } from './Identity.ts';
import { Launch } from './Launch.ts';
import { Market } from './Market.ts';
import { Offer } from './Offer.ts';
import { Query } from './Query.ts';
import { Registration } from './Registration.ts';
import { Transfer } from './Transfer.ts';

/** The resolver map of this subgraph: a file for each type that has resolvers. Rows have the other fields as they are named. */
export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'DateTime', 'Satoshis'),
  Identity,
  Launch,
  Offer,
  Registration,
  Query,
  Transfer,
  Market,
  Candle,
  Currency,
};
