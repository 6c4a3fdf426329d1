import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import { nearSpellings } from '@ledgergraph/chain-kit/graph/near-spellings';
import type { Context } from './loaders.ts';

/** Names that differ by a letter. Only for the first names of a request that are not found. */
export async function suggestNames(view: ChainView, text: string, context: Context): Promise<string[]> {
  if (!context.loaders.suggestions.take()) return [];
  const name = readNameSearch(text, view.network.rootName);
  return context.loaders.nearNames.load({
    chainId: view.chainId,
    height: view.height,
    names: nearSpellings(name),
  });
}
