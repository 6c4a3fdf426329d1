import { findAmount, findObject } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/**
 * Satoshis in the pool after a block, by an output of its coinbase (CFeePool, pbaas/pbaas.h).
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findFeePool(output: PayloadOutput, currencyId: string): bigint | undefined {
  const payload = findPayload(output, 'feepool');
  return payload && (findAmount(findObject(payload, 'currencyvalues'), currencyId) ?? 0n);
}
