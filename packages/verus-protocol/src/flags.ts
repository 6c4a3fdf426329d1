/** By the daemon's names; docs/verus/ explains their meaning. */

/** identity.flags (pbaas/identity.h). */
export const IDENTITY_FLAGS = {
  ACTIVE_CURRENCY: 0x1,
  LOCKED: 0x2,
  TOKENIZED_CONTROL: 0x4,
  REVOKED: 0x8000,
} as const;

/** currencydefinition.options (pbaas/crosschainrpc.h). */
export const CURRENCY_OPTIONS = {
  FRACTIONAL: 0x1,
  ID_ISSUANCE: 0x2,
  ID_STAKING: 0x4,
  ID_REFERRALS: 0x8,
  ID_REFERRAL_REQUIRED: 0x10,
  TOKEN: 0x20,
  SINGLE_CURRENCY: 0x40,
  GATEWAY: 0x80,
  PBAAS: 0x100,
  GATEWAY_CONVERTER: 0x200,
  GATEWAY_NAME_CONTROLLER: 0x400,
  NFT_TOKEN: 0x800,
  NO_IDS: 0x1000,
} as const;

/** currencystate.flags (pbaas/reserves.h). */
export const CURRENCY_STATE_FLAGS = {
  FRACTIONAL: 0x1,
  PRELAUNCH: 0x2,
  REFUNDING: 0x4,
  LAUNCH_CLEAR: 0x8,
  LAUNCH_CONFIRMED: 0x10,
  LAUNCH_COMPLETE: 0x20,
} as const;

/** reservetransfer.flags (pbaas/reserves.h). */
export const RESERVE_TRANSFER_FLAGS = {
  VALID: 0x1,
  CONVERT: 0x2,
  PRECONVERT: 0x4,
  FEE_OUTPUT: 0x8,
  MINT: 0x20,
  CROSS_SYSTEM: 0x40,
  BURN_CHANGE_PRICE: 0x80,
  BURN_CHANGE_WEIGHT: 0x100,
  IMPORT_TO_SOURCE: 0x200,
  RESERVE_TO_RESERVE: 0x400,
  REFUND: 0x800,
  IDENTITY_EXPORT: 0x1000,
  CURRENCY_EXPORT: 0x2000,
  ARBITRAGE_ONLY: 0x4000,
} as const;

/** currencydefinition.proofprotocol (pbaas/crosschainrpc.h, EProofProtocol). */
export const PROOF_PROTOCOLS = { PBAASMMR: 1, CHAINID: 2, ETHNOTARIZATION: 3 } as const;

/** currencydefinition.notarizationprotocol (pbaas/crosschainrpc.h, ENotarizationProtocol). */
export const NOTARIZATION_PROTOCOLS = { AUTO: 1, NOTARY_CONFIRM: 2, NOTARY_CHAINID: 3 } as const;

export function nameOfNumber<Name extends string>(table: Readonly<Record<Name, number>>, number: number): Name | null {
  return (Object.keys(table) as Name[]).find((name) => table[name] === number) ?? null;
}

/** Lowest bit first. */
export function flagNames<Name extends string>(table: Readonly<Record<Name, number>>, flags: number): Name[] {
  return (Object.keys(table) as Name[]).filter((name) => (flags & table[name]) !== 0);
}
