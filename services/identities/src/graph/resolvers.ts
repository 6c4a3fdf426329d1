import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pickScalars } from '@ledgergraph/chain-kit/graph/scalars';
import { Block } from '#/graph/Block.ts';
import { Identity } from '#/graph/Identity.ts';
import { IdentityVersion } from '#/graph/IdentityVersion.ts';
import { createQuery } from '#/graph/Query.ts';

/** The resolver map of this subgraph. */
export function createResolvers(db: SqlExecutor) {
  return { ...pickScalars('BigInt', 'DateTime', 'JSON'), Query: createQuery(db), Identity, IdentityVersion, Block };
}
