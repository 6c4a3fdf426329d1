import { validationError } from '@ledgergraph/graph-kit/errors';
import { isIdentityAddress, parseAddress } from '@ledgergraph/verus-protocol/address';
import { foldName } from '@ledgergraph/verus-protocol/name';
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
  const search = args.search == null ? '' : readSearch(args.search, rootName);
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

/** @throws VALIDATION_ERROR naming the argument */
export function readIdentityAddress(argument: string, value: string): string {
  if (!isIdentityAddress(value)) throw validationError(argument, `${argument} must be an i-address`);
  return value;
}

/** Folded as labels are stored: without the @ of a whole name and without the root, which no stored path has. */
function readSearch(search: string, rootName: string): string {
  const folded = foldName(search.replace(/@.*$/s, ''));
  const root = `.${foldName(rootName)}`;
  return folded.endsWith(root) ? folded.slice(0, -root.length) : folded;
}
