export type Range = readonly [min: bigint, max: bigint];

export const signed = (bits: bigint): Range => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];

/** Ranges of the protocol, and of our own counts, that a column must hold. */
export const RANGES = {
  /** A uint32: CBlockHeader::nTime, CTransaction::nLockTime and nExpiryHeight, CIdentity::unlockAfter, signCount of WebAuthn. */
  uint32: [0n, 2n ** 32n - 1n],
  /** An int32: nVersion of blocks and transactions, CIdentity::minSigs, a code of JSON-RPC. */
  int32: signed(32n),
  /** Hours of a uint32 of seconds. */
  hours: [0n, 2n ** 32n / 3600n],
  /** CAmount, and sums that the protocol keeps within one. */
  amount: signed(64n),
  /** Everything that an address ever received: more than one amount. */
  received: [0n, 10n ** 40n - 1n],
  /** CBlockIndex::nChainWork, an arith_uint256. */
  work: [0n, 2n ** 256n - 1n],
  /** Beginning of an interval that has a block: up to a month before 1970, to the last uint32. */
  intervalStart: [-(2n ** 22n), 2n ** 32n - 1n],
  /** Bytes or transactions of all blocks: as many blocks as there are heights, each as large as it may be. */
  chainSum: [0n, 2n ** 56n],
  /** CBlockIndex::nHeight, an int. */
  height: [0n, 2n ** 31n - 1n],
  /** Place of something that exists within a block, or within a transaction of one: at most the bytes of a block. -1: none. */
  position: [-1n, 2n ** 25n],
  /** Bytes of a block or a transaction: MAX_BLOCK_SIZE is 2,000,000. */
  size: [0n, 2n ** 25n],
  /** CCurrencyState::flags, a uint16. */
  uint16: [0n, 2n ** 16n - 1n],
  /** Bits that consensus lets an identity have, and versions of its structure, are few; both are uint32 on the wire. */
  identityFlags: [0n, 2n ** 32n - 1n],
  identityVersion: [1n, 3n],
  /** Addresses, names and transactions that a chain has: each takes 34 bytes of a block at least, so 2^31 of them take 70 GB of blocks. */
  rows: [0n, 2n ** 31n - 1n],
  /** The condition of an output: an id of `address`, or a height below zero (services/addresses/src/db/guard.ts). */
  guard: signed(32n),
  /** COptCCParams::m and n, each a byte, and groups of signers that they count. */
  signers: [0n, 255n],
  /** Numbers of a sequence that grows for ever, and times in Unix milliseconds. */
  serial: [0n, 2n ** 63n - 1n],
  /** 64 bits of a hash. */
  hash: signed(64n),
  /** Networks that one installation has followed. */
  networks: [1n, 2n ** 15n - 1n],
  /** Blocks of one height, each of which some miner or staker had to make, and a followed node had on its chain. */
  branches: [0n, 2n ** 15n - 1n],
  /** Values that an operator or a team sets, or that our own code counts up to a bound; their readers refuse more. */
  setting: [0n, 2n ** 31n - 1n],
} as const satisfies Record<string, Range>;

export type RangeName = keyof typeof RANGES;
