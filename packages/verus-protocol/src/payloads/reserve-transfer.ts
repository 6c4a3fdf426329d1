import { readAmount, readInteger, readText } from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';
import { readCurrencyValues } from './currency-values.ts';

/** A transfer or conversion on its way to an import (docs/verus/outputs.md#token-values); amounts in satoshis. */
export interface ReserveTransfer {
  flags: number;
  /** By currency i-address. */
  currencyValues: ReadonlyMap<string, bigint>;
  feeCurrencyId: string;
  fees: bigint;
}

/** Decodes CReserveTransfer (pbaas/reserves.h). @throws UnexpectedShapeError */
export function readReserveTransfer(payload: JsonObject): ReserveTransfer {
  return {
    flags: readInteger(payload, 'flags'),
    currencyValues: readCurrencyValues(payload),
    feeCurrencyId: readText(payload, 'feecurrencyid'),
    fees: readAmount(payload, 'fees'),
  };
}
