import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';

/** In satoshis. */
export interface CurrencyAmountNode {
  currencyId: string;
  satoshis: bigint;
  view: ChainView;
}

export const CurrencyAmount = {
  currency: ({ view: { chainId, at }, currencyId }: CurrencyAmountNode) => ({ chainId, currencyId, at }),
  amount: ({ satoshis }: CurrencyAmountNode): bigint => satoshis,
};
