/** docs/verus/sending.md#the-format. */
export const SAPLING = 4;
export const JOIN_SPLITS_SINCE = 2;
/** Marks formats with a version group and an expiry height. */
export const OVERWINTERED = 0x80000000;
/** By version (primitives/transaction.h). */
export const VERSION_GROUPS: ReadonlyMap<number, number> = new Map([
  [3, 0x03c48270],
  [SAPLING, 0x892f2085],
]);
export const SAPLING_SPEND_BYTES = 384;
export const SAPLING_OUTPUT_BYTES = 948;
export const BINDING_SIGNATURE_BYTES = 64;
/** Groth16 proofs since Sapling, PHGR13 before. */
export const JOIN_SPLIT_BYTES = { groth16: 1_698, phgr13: 1_802 };
export const JOIN_SPLIT_KEY_AND_SIGNATURE_BYTES = 96;
