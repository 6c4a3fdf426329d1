import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { Block } from './Block.ts';
import { Currency } from './Currency.ts';
import { CurrencyState } from './CurrencyState.ts';
import { createQuery } from './Query.ts';
import { Reserve } from './Reserve.ts';
import { ReserveWeight } from './ReserveWeight.ts';

/** The resolver map of this subgraph. */
export function createResolvers(db: PrismaClient) {
  return {
    ...pickScalars('BigInt', 'Decimal', 'Satoshis', 'DateTime', 'JSON'),
    Query: createQuery(db),
    Currency,
    CurrencyState,
    Reserve,
    ReserveWeight,
    Block,
  };
}
