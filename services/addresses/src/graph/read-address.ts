import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readNameCandidates } from '@ledgergraph/chain-kit/graph/name-arguments';
import { ambiguousName, notFound, validationError } from '@ledgergraph/graph-kit/errors';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import type { AddressContext } from './loaders.ts';

/** An argument of a field, and where in it the text stands. */
interface ArgumentPlace {
  argument: string;
  /** The place in messages. */
  place: string;
}

const ADDRESS: ArgumentPlace = { argument: 'address', place: 'address' };

/**
 * Resolves an argument to an address: an address itself, or the i-address of a name. An address need not have been
 * used; a name must have been, by its own registration if nothing else, since an unregistered name is more likely a
 * typing error.
 * @throws VALIDATION_ERROR naming `address`, or the argument of the place; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function readAddress(
  context: AddressContext,
  view: ChainView,
  text: string,
  at: ArgumentPlace = ADDRESS,
): Promise<string> {
  if (text.includes('@')) return resolveName(context, view, text, at);
  const kind = parseAddress(text)?.kind;
  if (kind === undefined || kind === 'INDEX') {
    throw validationError(at.argument, `${at.place} must be an R…, b… or i… address, or a name ending in @`);
  }
  return text;
}

async function resolveName(
  context: AddressContext,
  view: ChainView,
  name: string,
  { argument }: ArgumentPlace,
): Promise<string> {
  const candidates = readNameCandidates(argument, name, view.network);
  const used = await Promise.all(
    candidates.map(async (address) => {
      const { chainId, height } = view;
      return (await context.loaders.activities.load({ chainId, address, height })) !== null;
    }),
  );
  const [only, ...more] = candidates.filter((_, index) => used[index]);
  if (only === undefined) throw notFound(`no identity is named ${name} on ${view.network.name}`);
  if (more.length > 0) throw ambiguousName(`${name} can mean several identities`, [only, ...more]);
  return only;
}
