import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';

/** Key by which another subgraph finds a currency, read at our height. */
export function currencyKey({ chainId, at }: ChainView, currencyId: string) {
  return { chainId, currencyId, at };
}

/** Key by which another subgraph finds an identity, read at our height. */
export function identityKey({ chainId, at }: ChainView, identityAddress: string) {
  return { chainId, identityAddress, at };
}

/** CurrencyAmount of the schema. */
export function currencyAmount(view: ChainView, { currencyId, satoshis }: { currencyId: string; satoshis: bigint }) {
  return { currencyId, currency: currencyKey(view, currencyId), amount: satoshis, satoshis };
}
