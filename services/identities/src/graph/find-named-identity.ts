import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findNamed, type NamedThings } from '@ledgergraph/chain-kit/graph/name-arguments';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import type { IdentityInForce } from '#/db/in-force.ts';
import { fullyQualifiedName } from '#/rules/full-name.ts';
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
  return findNamed({ argument, text }, view, identitiesOf(view, context));
}

/** The identities of a view, for arguments that name them. */
export function identitiesOf(view: ChainView, context: GraphContext): NamedThings<IdentityInForce> {
  const { chainId, height } = view;
  return {
    kind: 'identity',
    find: (identityAddress) => context.loaders.identity.load({ chainId, height, identityAddress }),
    nameOf: ({ name, parentPath }) => fullyQualifiedName(name, parentPath),
    suggest: (text) => suggestNames(view, text, context),
  };
}

/** The identities and currencies of a view, and the root of its names, for filters. */
export function namesOf(view: ChainView, context: GraphContext): NamedThings<true> {
  const { chainId, height, network } = view;
  const root = identityAddressOf([network.rootName]);
  return {
    kind: 'identity or currency',
    find: async (id) => id === root || (await context.loaders.isNamed.load({ chainId, height, id })) || null,
    suggest: (text) => suggestNames(view, text, context),
  };
}
