import type { ReserveWeight as Weight } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findCurrencyObject } from './currency-object.ts';
import type { Context, CurrencyKey } from './loaders.ts';

export type ReserveWeightObject = Weight & CurrencyKey;

export const ReserveWeight = {
  currency: (reserve: ReserveWeightObject, _args: unknown, context: Context) => findCurrencyObject(context, reserve),
};
