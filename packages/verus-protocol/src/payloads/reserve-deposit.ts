import { readText } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/**
 * CReserveDeposit (pbaas/reserves.h). A basket controls deposits of its reserves, another system those that this chain keeps for it.
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findDepositController(output: PayloadOutput): string | undefined {
  const payload = findPayload(output, 'reservedeposit');
  return payload === undefined ? undefined : readText(payload, 'controllingcurrencyid');
}
