import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pickScalars } from '@ledgergraph/graph-kit/scalars';
import { Address } from './Address.ts';
import { Block } from './Block.ts';
import { Identity } from './Identity.ts';
import { IdentityVersion } from './IdentityVersion.ts';
import { createQuery } from './Query.ts';

/** The resolver map of this subgraph. */
export function createResolvers(db: SqlExecutor) {
  return {
    ...pickScalars('BigInt', 'DateTime', 'JSON'),
    Query: createQuery(db),
    Address,
    Identity,
    IdentityVersion,
    Block,
  };
}
