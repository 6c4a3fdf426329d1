import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readIdentityAddress, readNameCandidates } from '@ledgergraph/chain-kit/graph/name-arguments';
import { ambiguousName, notFound } from '@ledgergraph/graph-kit/errors';
import type { IdentityInForce } from '#/db/identity-in-force.ts';
import { fullyQualifiedName } from '#/identity/full-name.ts';
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
  return given.name === 'name'
    ? findIdentity(view, { argument: 'name', text: given.value }, context)
    : findOne(view, given.value, [readIdentityAddress('identityAddress', given.value)], context);
}

/**
 * The one identity that a name stands for at the view.
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function findIdentity(
  view: ChainView,
  { argument, text }: { argument: string; text: string },
  context: GraphContext,
): Promise<IdentityInForce> {
  return findOne(view, text, readNameCandidates(argument, text, view.network), context);
}

async function findOne(
  view: ChainView,
  text: string,
  addresses: readonly string[],
  context: GraphContext,
): Promise<IdentityInForce> {
  const { chainId, height } = view;
  const found = await Promise.all(
    addresses.map((identityAddress) => context.loaders.identity.load({ chainId, height, identityAddress })),
  );
  const [identity, ...others] = found.filter((row) => row !== null);
  if (identity === undefined) throw notFound(`no identity ${text} on ${view.network.name}`);
  if (others.length > 0) {
    const names = [identity, ...others].map((row) => fullyQualifiedName(row.name, row.parentPath));
    throw ambiguousName(`${text} can mean ${names.join(' or ')}`, names);
  }
  return identity;
}
