import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { CurrencyAmount as CurrencyAmountMessage } from '@ledgergraph/proto-schemas/chain/v1/block';

export type CurrencyAmountRecord = CurrencyAmountMessage & { view: ChainView };

export const CurrencyAmount = {
  currency: ({ view: { chainId, at }, currencyId }: CurrencyAmountRecord) => ({ chainId, currencyId, at }),
  amount: ({ satoshis }: CurrencyAmountRecord): bigint => satoshis,
};
