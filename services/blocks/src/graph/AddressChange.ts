import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { AddressChangeRecord } from '#/db/find-pool-addresses.ts';
import type { CurrencyAmountNode } from './CurrencyAmount.ts';

export interface AddressChangeNode extends AddressChangeRecord {
  view: ChainView;
}

export const AddressChange = {
  amounts: ({ view, amounts }: AddressChangeNode): CurrencyAmountNode[] =>
    amounts.map((amount) => ({ ...amount, view })),
};
