import { findAmount, findObject } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/**
 * Amount of a currency in the fee pool after a block, in satoshis, from the output of its coinbase that states the pool (CFeePool,
 * pbaas/pbaas.h). A currency that it does not name is not in it.
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findFeePool(output: PayloadOutput, currencyId: string): bigint | undefined {
  const payload = findPayload(output, 'feepool');
  return payload && (findAmount(findObject(payload, 'currencyvalues'), currencyId) ?? 0n);
}
