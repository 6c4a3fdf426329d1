import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pickScalars } from '@ledgergraph/chain-kit/graph/scalars';
import { Block } from '#/graph/Block.ts';
import { Currency } from '#/graph/Currency.ts';
import { CurrencyState } from '#/graph/CurrencyState.ts';
import { createQuery } from '#/graph/Query.ts';
import { Reserve } from '#/graph/Reserve.ts';
import { ReserveWeight } from '#/graph/ReserveWeight.ts';

/** The resolver map of this subgraph. */
export function createResolvers(db: SqlExecutor) {
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
