import { findAddress, readText } from '#/json-members.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** The reservation of a name, in the transaction that registers the identity (docs/verus/identities.md). */
export interface IdentityReservation {
  /** i-address that the name gives. */
  nameId: string;
  /** Identity that referred the registration. */
  referral: string | null;
}

/**
 * Decodes CNameReservation and CAdvancedNameReservation (pbaas/identity.h): the daemon prints both as `identityreservation`.
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findIdentityReservation(output: PayloadOutput): IdentityReservation | undefined {
  const payload = findPayload(output, 'identityreservation');
  return payload && { nameId: readText(payload, 'nameid'), referral: findAddress(payload, 'referral') };
}
