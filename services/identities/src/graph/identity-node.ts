import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { IdentityInForce } from '#/db/in-force.ts';

/** An identity and the block it was read at: everything below it is read at the same one. */
export interface IdentityNode extends IdentityInForce {
  chainId: string;
  view: ChainView;
}

export function identityNode(row: IdentityInForce, view: ChainView): IdentityNode {
  return { ...row, chainId: view.chainId, view };
}

/** A page of identities. */
export interface IdentityConnection {
  identities: IdentityNode[];
  hasMore: boolean;
  nextCursor: string | null;
  /** Counted only where a client asks for it. */
  totalCount: () => Promise<number>;
}
