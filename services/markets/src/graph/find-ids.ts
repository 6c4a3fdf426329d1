import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findAddress, findId, type NamedThings } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { Context } from './loaders.ts';
import { nameOf } from './name-of.ts';

type Given = string | null | undefined;
type Ids<Arguments> = { [Name in keyof Arguments]: string | (Arguments[Name] extends string ? never : null) };

/** Blocks name identities and currencies alike. */
function namesAt(view: ChainView, context: Context): NamedThings<string> {
  return { kind: 'identity or currency', find: (id) => nameOf(view, id, context), nameOf: (name) => name };
}

/** @throws as `findId` */
export async function findIds<Arguments extends Readonly<Record<string, Given>>>(
  context: Context,
  view: ChainView,
  args: Arguments,
): Promise<Ids<Arguments>> {
  const things = namesAt(view, context);
  const read = Object.entries(args).map(async ([argument, text]) => [
    argument,
    text == null ? null : await findId({ argument, text }, view, things),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

/** @throws as `findAddress` */
export async function findAddressIfGiven(
  context: Context,
  view: ChainView,
  argument: string,
  text: Given,
): Promise<string | null> {
  return text == null ? null : findAddress({ argument, text }, view, namesAt(view, context));
}
