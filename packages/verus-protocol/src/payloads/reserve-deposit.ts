import { readText } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/**
 * The controller of a deposit: CReserveDeposit (pbaas/reserves.h). A basket controls deposits of its reserves, and another system those of what
 * this chain keeps for it.
 * @returns i-address; undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findDepositController(output: PayloadOutput): string | undefined {
  const payload = findPayload(output, 'reservedeposit');
  return payload === undefined ? undefined : readText(payload, 'controllingcurrencyid');
}
