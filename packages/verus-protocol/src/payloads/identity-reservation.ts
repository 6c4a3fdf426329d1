import { findAddress, readText } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** In the transaction that registers the identity (docs/verus/identities.md). */
export interface IdentityReservation {
  /** i-address. */
  nameId: string;
  referral: string | null;
}

/**
 * CNameReservation and CAdvancedNameReservation (pbaas/identity.h), both printed as `identityreservation`.
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findIdentityReservation(output: PayloadOutput): IdentityReservation | undefined {
  const payload = findPayload(output, 'identityreservation');
  return payload && { nameId: readText(payload, 'nameid'), referral: findAddress(payload, 'referral') };
}
