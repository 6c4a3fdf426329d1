import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readStakeHeights } from '@ledgergraph/verus-protocol/stake-params';
import { readOwner } from './read-rewards.ts';

export interface StakedCoin {
  address: string;
  satoshis: bigint;
  /** Blocks from the coin's block to the staked one; null where the stake does not state it. */
  ageBlocks: number | null;
}

/** A staked block's last transaction pays the coin back to its owner (docs/verus/blocks.md#stakes). Null for other blocks. */
export function readStake(block: Pick<Block, 'height' | 'validation' | 'transactions'>): StakedCoin | null {
  if (block.validation !== Validation.STAKE || block.transactions.length < 2) return null;
  const outputs = block.transactions.at(-1)?.outputs ?? [];
  const [returned, heights] = [outputs[0], readStakeHeights(outputs.at(-1)?.script ?? new Uint8Array())];
  const address = returned && readOwner(returned);
  if (returned === undefined || address === undefined) return null;
  const ageBlocks = heights?.block === block.height ? block.height - heights.source : null;
  return { address, satoshis: returned.satoshis, ageBlocks };
}
