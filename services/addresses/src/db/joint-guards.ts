import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { ChainAddress } from './chain-address.ts';

export const jointGuards = describeTable('joint_guard', {
  id: 'integer',
  height: 'integer',
  needed: 'integer',
  groupNeeded: 'integer[]',
  groupNumbers: 'integer[]',
  identityIds: 'integer[]',
});

/** A condition of several identities: the needed number of its groups signs, and in each the needed number of its identities. */
export interface JointGuard {
  guard: ChainAddress;
  height: number;
  needed: number;
  groups: readonly { needed: number; identities: readonly ChainAddress[] }[];
}

export function jointGuardRow({ guard, height, needed, groups }: JointGuard): RowOf<typeof jointGuards> {
  return {
    id: guard.id,
    height,
    needed,
    groupNeeded: groups.map((group) => group.needed),
    groupNumbers: groups.flatMap(({ identities }, index) => identities.map(() => index + 1)),
    identityIds: groups.flatMap(({ identities }) => identities.map(({ id }) => id)),
  };
}
