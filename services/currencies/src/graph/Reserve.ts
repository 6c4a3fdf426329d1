import type { ReserveState } from '#/currency/currency-state.ts';
import { findCurrencyObject } from '#/graph/currency-object.ts';
import type { Context, CurrencyKey } from '#/graph/loaders.ts';

export type ReserveObject = ReserveState & CurrencyKey;

export const Reserve = {
  satoshis: ({ amount }: ReserveObject) => amount,
  currency: (reserve: ReserveObject, _args: unknown, context: Context) => findCurrencyObject(context, reserve),
};
