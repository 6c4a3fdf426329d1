import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress, findId, findIdIfGiven, readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { IdentityFilter } from '#/db/list-identities.ts';
import type { HolderRole } from '#/db/tables.ts';
import type { IdentityStatus } from '#/rules/identity-status.ts';
import type { GraphContext } from './loaders.ts';
import { namesOf } from './named-identities.ts';

export interface FilterArguments {
  search?: string | null;
  status?: IdentityStatus | null;
  parent?: string | null;
  primaryAddress?: string | null;
  revocationAuthority?: string | null;
  recoveryAuthority?: string | null;
}

const HOLDERS = {
  primaryAddress: 'PRIMARY',
  revocationAuthority: 'REVOCATION',
  recoveryAuthority: 'RECOVERY',
} as const satisfies Partial<Record<keyof FilterArguments, HolderRole>>;
const HOLDER_ARGUMENTS = Object.keys(HOLDERS) as (keyof typeof HOLDERS)[];

/** An unknown name is more likely a typing error. @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME */
export async function readIdentityFilter(
  args: FilterArguments,
  view: ChainView,
  context: GraphContext,
): Promise<IdentityFilter> {
  const { chainId, height, network } = view;
  const search = args.search == null ? '' : readNameSearch(args.search, network.rootName);
  const names = namesOf(view, context);
  const holders = HOLDER_ARGUMENTS.flatMap((argument) => {
    const text = args[argument];
    if (text == null) return [];
    const find = argument === 'primaryAddress' ? findAddress : findId;
    return [find({ argument, text }, view, names).then((holder) => ({ role: HOLDERS[argument], holder }))];
  });
  const [parent, ...held] = await Promise.all([findIdIfGiven('parent', args.parent, view, names), ...holders]);
  return {
    chainId,
    height,
    holders: held,
    ...(search === '' ? {} : { search }),
    ...(args.status == null ? {} : { status: args.status }),
    ...(parent === null ? {} : { parentId: parent }),
  };
}
