import type { IdentityNode } from './identity-node.ts';

export interface IdentityConnection {
  identities: IdentityNode[];
  hasMore: boolean;
  nextCursor: string | null;
  /** Counted only where a client asks for it. */
  totalCount: () => Promise<number>;
}
