import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import {
  type Named,
  onlyOne,
  readAddressOrIds,
  readIds,
  readNameSearch,
} from '@ledgergraph/chain-kit/graph/name-arguments';
import { didYouMean } from '@ledgergraph/chain-kit/graph/near-spellings';
import { notFound } from '@ledgergraph/graph-kit/errors';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { isId, shown } from '@ledgergraph/verus-protocol/named-id';
import type { HolderRole } from '#/db/identity-rows.ts';
import type { IdentityFilter } from '#/db/list-identities.ts';
import type { IdentityStatus } from '#/identity/identity-status.ts';
import type { GraphContext } from './loaders.ts';
import { suggestNames } from './suggest-names.ts';

export interface FilterArguments {
  search?: string | null;
  status?: IdentityStatus | null;
  parentId?: string | null;
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

/**
 * The filters of Query.identities, checked. An i-address need not be known; a name must be, since one that is not is more likely a typing
 * error than a filter that finds nothing.
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function readIdentityFilter(
  args: FilterArguments,
  view: ChainView,
  context: GraphContext,
): Promise<IdentityFilter> {
  const { chainId, height, network } = view;
  const search = args.search == null ? '' : readNameSearch(args.search, network.rootName);
  const holders = HOLDER_ARGUMENTS.flatMap((argument) => {
    const text = args[argument];
    return text == null ? [] : [readHolder({ argument, text }, view, context)];
  });
  const parentId =
    args.parentId == null ? undefined : findId({ argument: 'parentId', text: args.parentId }, view, context);
  const [parent, ...held] = await Promise.all([parentId, ...holders]);
  return {
    chainId,
    height,
    holders: held,
    ...(search === '' ? {} : { search }),
    ...(args.status == null ? {} : { status: args.status }),
    ...(parent === undefined ? {} : { parentId: parent }),
  };
}

async function readHolder(
  named: Named & { argument: keyof typeof HOLDERS },
  view: ChainView,
  context: GraphContext,
): Promise<{ role: HolderRole; holder: string }> {
  const role = HOLDERS[named.argument];
  if (role !== 'PRIMARY') return { role, holder: await findId(named, view, context) };
  const read = readAddressOrIds(named, view.network);
  return { role, holder: typeof read === 'string' ? read : await chooseKnown(named.text, read, view, context) };
}

async function findId(named: Named, view: ChainView, context: GraphContext): Promise<string> {
  return chooseKnown(named.text, readIds(named, view.network), view, context);
}

/** The one candidate that the chain knows as an identity, as a currency or as the root of its names; an id as it is. */
async function chooseKnown(
  text: string,
  candidates: readonly string[],
  view: ChainView,
  context: GraphContext,
): Promise<string> {
  const [only] = candidates;
  if (isId(text) && only !== undefined) return only;
  const { chainId, height, network } = view;
  const root = identityAddressOf([network.rootName]);
  const known = await Promise.all(
    candidates.map(async (id) => id === root || (await context.loaders.isNamed.load({ chainId, height, id }))),
  );
  const found = candidates.filter((_, index) => known[index]);
  const id = onlyOne(text, found, (candidate) => candidate);
  if (id !== undefined) return id;
  const suggested = didYouMean(await suggestNames(view, text, context));
  throw notFound(`no identity or currency ${shown(text)} on ${network.name}${suggested}`);
}
