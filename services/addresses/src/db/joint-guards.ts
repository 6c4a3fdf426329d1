import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { ChainAddress } from './chain-address.ts';

const JOINT_GUARD_COLUMNS = {
  chain: 'smallint',
  id: 'integer',
  height: 'integer',
  needed: 'integer',
  group_needed: 'integer[]',
  group_numbers: 'integer[]',
  identity_ids: 'integer[]',
};

/** A condition of several identities: the needed number of its groups signs, and in each the needed number of its identities. */
export interface JointGuard {
  guard: ChainAddress;
  height: number;
  needed: number;
  groups: readonly { needed: number; identities: readonly ChainAddress[] }[];
}

export function jointGuardRows(copies: boolean, chain: number, joints: readonly JointGuard[]): TableRows {
  const rows = new TableRows('joint_guard', JOINT_GUARD_COLUMNS, copies);
  for (const { guard, height, needed, groups } of joints) {
    rows.add([
      chain,
      guard.id,
      height,
      needed,
      groups.map((group) => group.needed),
      groups.flatMap(({ identities }, index) => identities.map(() => index + 1)),
      groups.flatMap(({ identities }) => identities.map(({ id }) => id)),
    ]);
  }
  return rows;
}

export async function revertJointGuards(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM joint_guard WHERE chain = $1 AND height > $2', chain, keepHeight);
}
