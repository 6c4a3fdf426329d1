import { readIdentityAddress, readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { HolderRole } from '#/db/identity-rows.ts';
import type { IdentityFilter } from '#/db/list-identities.ts';
import type { IdentityStatus } from '#/identity/identity-status.ts';

export interface FilterArguments {
  search?: string | null;
  status?: IdentityStatus | null;
  parentId?: string | null;
  primaryAddress?: string | null;
  revocationAuthority?: string | null;
  recoveryAuthority?: string | null;
}

/**
 * The filters of Query.identities, checked.
 * @throws VALIDATION_ERROR naming the argument
 */
export function readIdentityFilter(
  args: FilterArguments,
  rootName: string,
): Omit<IdentityFilter, 'chainId' | 'height'> {
  const search = args.search == null ? '' : readNameSearch(args.search, rootName);
  const holders: { role: HolderRole; holder: string }[] = [];
  if (args.primaryAddress != null) {
    if (parseAddress(args.primaryAddress) === undefined) {
      throw validationError('primaryAddress', 'primaryAddress must be an address');
    }
    holders.push({ role: 'PRIMARY', holder: args.primaryAddress });
  }
  if (args.revocationAuthority != null) {
    holders.push({ role: 'REVOCATION', holder: readIdentityAddress('revocationAuthority', args.revocationAuthority) });
  }
  if (args.recoveryAuthority != null) {
    holders.push({ role: 'RECOVERY', holder: readIdentityAddress('recoveryAuthority', args.recoveryAuthority) });
  }
  return {
    holders,
    ...(search === '' ? {} : { search }),
    ...(args.status == null ? {} : { status: args.status }),
    ...(args.parentId == null ? {} : { parentId: readIdentityAddress('parentId', args.parentId) }),
  };
}
