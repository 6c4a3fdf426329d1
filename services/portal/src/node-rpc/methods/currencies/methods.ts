import type { Method } from '../../method.ts';
import { getCurrency } from './get-currency.ts';
import { getCurrencyState } from './get-currency-state.ts';
import { listCurrencies } from './list-currencies.ts';

export const CURRENCIES: readonly Method[] = [getCurrency, getCurrencyState, listCurrencies];
