import { IDENTITY_FLAGS } from './flags.ts';

const VAULT_VERSION = 2n;

export interface LockState {
  structureVersion: bigint | number;
  flags: bigint;
  /** With flag LOCKED: the delay in blocks after an unlock. Without it: a height, 0 for none. */
  timelock: bigint;
}

/**
 * First height at which an identity can sign, if its state stays (identity.cpp:CIdentity::IsLocked, serverchecker.cpp:ExtractIDMap;
 * docs/verus/identities.md#locks).
 * @returns 0: it is free; null: revoked, or locked without an end
 */
export function firstFreeHeight({ structureVersion, flags, timelock }: LockState): bigint | null {
  if (hasFlag(flags, IDENTITY_FLAGS.REVOKED)) return null;
  if (BigInt(structureVersion) < VAULT_VERSION) return 0n;
  if (hasFlag(flags, IDENTITY_FLAGS.LOCKED)) return null;
  return timelock === 0n ? 0n : unsignedTimelock(timelock) + 1n;
}

/** The daemon prints the 32 bits with a sign: -1 is the highest (core_write.cpp:CIdentity::ToUniValue). */
export function unsignedTimelock(timelock: bigint): bigint {
  return BigInt.asUintN(32, timelock);
}

function hasFlag(flags: bigint, flag: number): boolean {
  return (flags & BigInt(flag)) !== 0n;
}
