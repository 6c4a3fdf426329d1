import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import { nearSpellings } from '@ledgergraph/chain-kit/graph/near-spellings';
import { fullyQualifiedName } from '#/rules/full-name.ts';
import type { GraphContext } from './loaders.ts';

/**
 * Names that differ by a letter, and those with the same label below a parent that the text lacks. Only for the first names of a request
 * that are not found.
 */
export async function suggestNames(view: ChainView, text: string, context: GraphContext): Promise<string[]> {
  if (!context.loaders.suggestions.take()) return [];
  const name = readNameSearch(text, view.network.rootName);
  const { chainId, height } = view;
  const rows = await context.loaders.nearNames.load({ chainId, height, name, near: nearSpellings(name) });
  return rows.map((row) => fullyQualifiedName(row.name, row.parentPath));
}
