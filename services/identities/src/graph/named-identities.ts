import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { NamedThings } from '@ledgergraph/chain-kit/graph/name-arguments';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import type { IdentityInForce } from '#/db/in-force.ts';
import { fullyQualifiedName } from '#/rules/full-name.ts';
import type { GraphContext } from './loaders.ts';
import { suggestNames } from './suggest-names.ts';

export function identitiesOf(view: ChainView, context: GraphContext): NamedThings<IdentityInForce> {
  const { chainId, height } = view;
  return {
    kind: 'identity',
    find: (identityAddress) => context.loaders.identity.load({ chainId, height, identityAddress }),
    nameOf: ({ name, parentPath }) => fullyQualifiedName(name, parentPath),
    suggest: (text) => suggestNames(view, text, context),
  };
}

export function namesOf(view: ChainView, context: GraphContext): NamedThings<true> {
  const { chainId, height, network } = view;
  const root = identityAddressOf([network.rootName]);
  return {
    kind: 'identity or currency',
    find: async (id) => id === root || (await context.loaders.isNamed.load({ chainId, height, id })) || null,
    suggest: (text) => suggestNames(view, text, context),
  };
}
