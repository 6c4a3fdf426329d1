import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { Block } from './Block.ts';
import { Candle } from './Candle.ts';
import { Conversion } from './Conversion.ts';
import { Currency } from './Currency.ts';
import { Export } from './Export.ts';
import { Identity } from './Identity.ts';
import { Import } from './Import.ts';
import { Launch } from './Launch.ts';
import { Market } from './Market.ts';
import { Movement } from './Movement.ts';
import { Offer } from './Offer.ts';
import { Payout } from './Payout.ts';
import { Query } from './Query.ts';
import { Registration } from './Registration.ts';
import { Statistics } from './Statistics.ts';
import { Trade } from './Trade.ts';
import { Transaction } from './Transaction.ts';
import { Transfer } from './Transfer.ts';

export const resolvers = {
  ...pickScalars('BigInt', 'Decimal', 'DateTime', 'Satoshis'),
  Identity,
  Launch,
  Offer,
  Registration,
  Query,
  Transfer,
  Conversion,
  Export,
  Import,
  Payout,
  Market,
  Candle,
  Trade,
  Block,
  Transaction,
  Currency,
  Address,
  Movement,
  Statistics,
};
