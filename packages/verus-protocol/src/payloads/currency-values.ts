import { findObject, readAmount } from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';

/**
 * The map of CTokenOutput (pbaas/reserves.h), the base of CReserveTransfer, CReserveDeposit and CCommitmentHash; absent when the token
 * part of a commitment cannot be read (docs/verus/outputs.md#token-values).
 * @returns satoshis by i-address
 * @throws UnexpectedShapeError
 */
export function readCurrencyValues(payload: JsonObject): ReadonlyMap<string, bigint> {
  const printed = findObject(payload, 'currencyvalues');
  return new Map(Object.keys(printed).map((currencyId) => [currencyId, readAmount(printed, currencyId)]));
}
