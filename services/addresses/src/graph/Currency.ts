import type { CurrencyKey } from './keys.ts';
import type { ListArguments } from './list-arguments.ts';
import { listHoldersOfCurrency } from './list-holders-of-currency.ts';
import type { AddressContext } from './loaders.ts';

interface CurrencyReference {
  chainId: string;
  currencyId: string;
  at?: number | null;
}

export const Currency = {
  __resolveReference: ({ chainId, currencyId, at }: CurrencyReference): CurrencyKey => ({
    chainId,
    currencyId,
    at: at ?? null,
  }),

  async richList({ chainId, currencyId, at }: CurrencyKey, args: ListArguments, context: AddressContext) {
    const walk = await context.walk('Currency.richList', { ...args }, { chainId, at, keys: { currencyId } });
    return listHoldersOfCurrency(context, walk, currencyId);
  },
};
