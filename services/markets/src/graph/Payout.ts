import type { CurrencyRef } from './nodes.ts';

export const Payout = {
  currencyId: ({ currency }: { currency: CurrencyRef }): string => currency.currencyId,
};
