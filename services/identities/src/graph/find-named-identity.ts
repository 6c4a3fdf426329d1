import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { ambiguousName, notFound, validationError } from '@ledgergraph/graph-kit/errors';
import { NameError, nameCandidates } from '@ledgergraph/verus-protocol/name';
import type { IdentityInForce } from '#/db/identity-in-force.ts';
import { fullyQualifiedName } from '#/identity/full-name.ts';
import { readIdentityAddress } from './identity-filter.ts';
import type { GraphContext } from './loaders.ts';

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
  const given = exactlyOne({ name: args.name, identityAddress: args.identityAddress });
  const addresses =
    given.name === 'name' ? readCandidates(given.value, view) : [readIdentityAddress('identityAddress', given.value)];
  const { chainId, height } = view;
  const found = await Promise.all(
    addresses.map((identityAddress) => context.loaders.identity.load({ chainId, height, identityAddress })),
  );
  const [identity, ...others] = found.filter((row) => row !== null);
  if (identity === undefined) throw notFound(`no identity ${given.value} on ${view.network.name}`);
  if (others.length > 0) {
    const names = [identity, ...others].map((row) => fullyQualifiedName(row.name, row.parentPath));
    throw ambiguousName(`${given.value} can mean ${names.join(' or ')}`, names);
  }
  return identity;
}

function readCandidates(name: string, { network }: ChainView): string[] {
  try {
    return nameCandidates(name, network);
  } catch (error) {
    if (error instanceof NameError) throw validationError('name', error.message);
    throw error;
  }
}
