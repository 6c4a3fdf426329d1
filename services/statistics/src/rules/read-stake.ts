import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readStakeHeights } from '@ledgergraph/verus-protocol/stake-params';
import { readOwner } from './read-rewards.ts';

/** The coin that a block was staked with. */
export interface StakedCoin {
  /** Its owner. */
  address: string;
  /** Its native value. */
  satoshis: bigint;
  /** Blocks between the one that made it and the staked one; null where the stake does not state it. */
  ageBlocks: number | null;
}

/** The coin of a staked block: its last transaction pays it back to its owner (docs/verus/blocks.md#stakes). Null for other blocks. */
export function readStake(block: Pick<Block, 'height' | 'validation' | 'transactions'>): StakedCoin | null {
  if (block.validation !== Validation.STAKE || block.transactions.length < 2) return null;
  const outputs = block.transactions.at(-1)?.outputs ?? [];
  const [returned, heights] = [outputs[0], readStakeHeights(outputs.at(-1)?.script ?? new Uint8Array())];
  const address = returned && readOwner(returned);
  if (returned === undefined || address === undefined) return null;
  const ageBlocks = heights?.block === block.height ? block.height - heights.source : null;
  return { address, satoshis: returned.satoshis, ageBlocks };
}
