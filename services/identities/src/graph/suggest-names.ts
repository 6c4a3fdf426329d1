import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import { nearSpellings } from '@ledgergraph/chain-kit/graph/near-spellings';
import { fullyQualifiedName } from '#/rules/full-name.ts';
import type { GraphContext } from './loaders.ts';

/** Names that differ by a letter, or have the same label below a missing parent; only for the first unknown names of a request. */
export async function suggestNames(view: ChainView, text: string, context: GraphContext): Promise<string[]> {
  if (!context.loaders.suggestions.take()) return [];
  const name = readNameSearch(text, view.network.rootName);
  const { chainId, height } = view;
  const rows = await context.loaders.nearNames.load({ chainId, height, name, near: nearSpellings(name) });
  return rows.map((row) => fullyQualifiedName(row.name, row.parentPath));
}
