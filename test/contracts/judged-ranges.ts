export type Range = readonly [min: bigint, max: bigint];

export const signed = (bits: bigint): Range => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];

export const RANGES = {
  /** CBlockHeader::nTime, CTransaction::nLockTime and nExpiryHeight, CIdentity::unlockAfter, signCount of WebAuthn. */
  uint32: [0n, 2n ** 32n - 1n],
  /** nVersion of blocks and transactions, CIdentity::minSigs, a code of JSON-RPC. */
  int32: signed(32n),
  /** Hours in a uint32 of seconds. */
  hours: [0n, 2n ** 32n / 3600n],
  /** CAmount, and sums that the protocol keeps within one. */
  amount: signed(64n),
  /** All that an address ever received: more than one amount. */
  received: [0n, 10n ** 40n - 1n],
  /** CBlockIndex::nChainWork, an arith_uint256. */
  work: [0n, 2n ** 256n - 1n],
  /** Up to a month before 1970, to the last uint32. */
  intervalStart: [-(2n ** 22n), 2n ** 32n - 1n],
  /** All heights with blocks of the largest size. */
  chainSum: [0n, 2n ** 56n],
  /** CBlockIndex::nHeight, an int. */
  height: [0n, 2n ** 31n - 1n],
  /** At most the bytes of a block. -1: none. */
  position: [-1n, 2n ** 25n],
  /** MAX_BLOCK_SIZE is 2,000,000. */
  size: [0n, 2n ** 25n],
  /** CCurrencyState::flags, a uint16. */
  uint16: [0n, 2n ** 16n - 1n],
  /** Flags and versions, both uint32 on the wire. */
  identityFlags: [0n, 2n ** 32n - 1n],
  identityVersion: [1n, 3n],
  /** Each takes at least 34 bytes of a block, so 2^31 of them take 70 GB. */
  rows: [0n, 2n ** 31n - 1n],
  /** An id of `address`, or a height below zero (services/addresses/src/db/guard.ts). */
  guard: signed(32n),
  /** COptCCParams::m and n, each a byte, and their groups of signers. */
  signers: [0n, 255n],
  /** An endless sequence, or Unix milliseconds. */
  serial: [0n, 2n ** 63n - 1n],
  hash: signed(64n),
  networks: [1n, 2n ** 15n - 1n],
  /** Each block of a height was made by a miner or staker, and on the chain of a followed node. */
  branches: [0n, 2n ** 15n - 1n],
  /** Readers refuse more. */
  setting: [0n, 2n ** 31n - 1n],
} as const satisfies Record<string, Range>;

export type RangeName = keyof typeof RANGES;
