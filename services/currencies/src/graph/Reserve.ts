import type { ReserveState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { findCurrencyObject } from './currency-object.ts';
import type { Context, CurrencyKey } from './loaders.ts';

export type ReserveObject = ReserveState & CurrencyKey;

export const Reserve = {
  satoshis: ({ amount }: ReserveObject) => amount,
  currency: (reserve: ReserveObject, _args: unknown, context: Context) => findCurrencyObject(context, reserve),
};
