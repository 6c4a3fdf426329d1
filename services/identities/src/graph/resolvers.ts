import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { pickScalars } from '@ledgergraph/service-kit/graph/scalars';
import { Block } from '#/graph/Block.ts';
import { Identity } from '#/graph/Identity.ts';
import { IdentityVersion } from '#/graph/IdentityVersion.ts';
import { createQuery } from '#/graph/Query.ts';

/** The resolver map of this subgraph. */
export function createResolvers(db: SqlExecutor) {
  return { ...pickScalars('BigInt', 'DateTime', 'JSON'), Query: createQuery(db), Identity, IdentityVersion, Block };
}
