import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { type Named, onlyOne, readIds } from '@ledgergraph/chain-kit/graph/name-arguments';
import { didYouMean } from '@ledgergraph/chain-kit/graph/near-spellings';
import { notFound } from '@ledgergraph/graph-kit/errors';
import { shown } from '@ledgergraph/verus-protocol/named-id';
import type { IdentityInForce } from '#/db/identity-in-force.ts';
import { fullyQualifiedName } from '#/identity/full-name.ts';
import type { GraphContext } from './loaders.ts';
import { suggestNames } from './suggest-names.ts';

export interface NamedIdentityArguments {
  name?: string | null;
  identityAddress?: string | null;
}

/**
 * The one identity that a name or an i-address stands for at the view.
 * @throws VALIDATION_ERROR both, neither or malformed; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function findNamedIdentity(
  view: ChainView,
  args: NamedIdentityArguments,
  context: GraphContext,
): Promise<IdentityInForce> {
  const { name: argument, value: text } = exactlyOne({ name: args.name, identityAddress: args.identityAddress });
  return findIdentity(view, { argument, text }, context);
}

/**
 * The one identity that an argument stands for at the view.
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function findIdentity(view: ChainView, named: Named, context: GraphContext): Promise<IdentityInForce> {
  const { chainId, height, network } = view;
  const ids = readIds(named, network);
  const read = await Promise.all(
    ids.map((identityAddress) => context.loaders.identity.load({ chainId, height, identityAddress })),
  );
  const found = read.filter((row) => row !== null);
  const identity = onlyOne(named.text, found, (row) => fullyQualifiedName(row.name, row.parentPath));
  if (identity !== undefined) return identity;
  const suggested = didYouMean(await suggestNames(view, named.text, context));
  throw notFound(`no identity ${shown(named.text)} on ${network.name}${suggested}`);
}
