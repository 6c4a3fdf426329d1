import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';

/** Key by which another subgraph finds a currency, read at our height. */
export function currencyKey({ chainId, at }: ChainView, currencyId: string) {
  return { chainId, currencyId, at };
}
