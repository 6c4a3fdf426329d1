import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { IdentityVersionRow } from '#/db/in-force.ts';

/** A revision, the cursor that continues its list after it, and the height that what is below it is read at. */
export interface VersionNode extends IdentityVersionRow {
  chainId: string;
  cursor: string;
  /** As in entity keys: null for the pin. */
  at: number | null;
}

/** A row of a list of revisions. */
export function versionNode(row: IdentityVersionRow, walk: Walk): VersionNode {
  const { chainId, at } = walk.view;
  return { ...row, chainId, cursor: walk.cursorFor([row.height, row.version]), at };
}
