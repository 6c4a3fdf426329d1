import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { IdentityInForce } from '#/db/in-force.ts';

/** Everything below the identity is read at the same block. */
export interface IdentityNode extends IdentityInForce {
  chainId: string;
  view: ChainView;
}

export function identityNode(row: IdentityInForce, view: ChainView): IdentityNode {
  return { ...row, chainId: view.chainId, view };
}

export interface IdentityConnection {
  identities: IdentityNode[];
  hasMore: boolean;
  nextCursor: string | null;
  totalCount: () => Promise<number>;
}
