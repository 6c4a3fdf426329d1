import { type Draft, defineCurrency, notarizeState } from '#/chain-parts/outputs.ts';
import type { CurrencyRecord } from '#/chain-parts/transaction.ts';
import { basketDefinition, basketState } from './outputs.ts';

export function defineBasket(chainId: string, record: CurrencyRecord, height: number): Draft[] {
  return [
    defineCurrency(basketDefinition(chainId, record, height)),
    notarizeState(basketState(chainId, record, { emitted: 0n, reserves: 0n }, height)),
  ];
}
