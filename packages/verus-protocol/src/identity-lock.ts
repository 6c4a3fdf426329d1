import { IDENTITY_FLAGS } from './flags.ts';

/** Structure version from which on identities know locks. */
const VAULT_VERSION = 2n;

/** Members of an identity's state that decide when it can sign. */
export interface LockState {
  structureVersion: bigint | number;
  flags: bigint;
  /** With flag LOCKED: the delay in blocks that an unlock starts. Without it: a height, 0 for none. As the daemon prints it. */
  timelock: bigint;
}

/**
 * First height of a block that an identity can sign a spend for, if its state stays as it is (identity.cpp:CIdentity::IsLocked,
 * serverchecker.cpp:ExtractIDMap; docs/verus/identities.md#locks).
 * @returns 0 for one that is free; null for one that no height frees: it is revoked, or locked without an end
 */
export function firstFreeHeight({ structureVersion, flags, timelock }: LockState): bigint | null {
  if (hasFlag(flags, IDENTITY_FLAGS.REVOKED)) return null;
  if (BigInt(structureVersion) < VAULT_VERSION) return 0n;
  if (hasFlag(flags, IDENTITY_FLAGS.LOCKED)) return null;
  return timelock === 0n ? 0n : unsignedTimelock(timelock) + 1n;
}

/**
 * A timelock has 32 bits without a sign, and the daemon prints them with one: -1 is the highest there is
 * (core_write.cpp:CIdentity::ToUniValue).
 */
export function unsignedTimelock(timelock: bigint): bigint {
  return BigInt.asUintN(32, timelock);
}

function hasFlag(flags: bigint, flag: number): boolean {
  return (flags & BigInt(flag)) !== 0n;
}
