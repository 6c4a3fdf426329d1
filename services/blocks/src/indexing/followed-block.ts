import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

/** A normalised block and what only the follower needs of it. */
export interface FollowedBlock {
  block: Block;
  /** Accumulated stake up to this block, 32 bytes big endian: the half of the chain's power that `Block` does not carry. */
  chainStake: Uint8Array;
}
