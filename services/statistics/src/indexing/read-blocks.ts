import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findFeePool } from '@ledgergraph/verus-protocol/payloads/fee-pool';
import { workOfBits } from '#/statistics/work.ts';
import { readFees } from './read-fees.ts';
import { type ReadNotarizations, readNotarizations } from './read-notarizations.ts';
import { type Reward, readRewards } from './read-rewards.ts';
import { readStake, type StakedCoin } from './read-stake.ts';

/** Parts of a block that this service needs. */
export interface ReadBlock extends ReadNotarizations {
  height: number;
  /** Unix seconds. */
  time: number;
  isStaked: boolean;
  /** Empty where the coinbase does not name it. */
  producer: string;
  coinbaseTxid: Uint8Array;
  transactions: number;
  /** Satoshis. */
  fees: bigint;
  size: number;
  /** Hashes that its target takes. */
  work: bigint;
  /** Accumulated up to it. */
  chainStake: bigint;
  /** The node's number text. */
  difficulty: string;
  /** Native satoshis of the fee pool after the block; null: the chain has no fee pool yet. */
  feePool: bigint | null;
  rewards: Reward[];
  stake: StakedCoin | null;
}

/** Pure: the same block gives the same facts, whenever it is read. @throws UnexpectedShapeError, UnknownInputValueError */
export function readBlock(block: Block): ReadBlock {
  return {
    height: block.height,
    time: Number(block.time),
    isStaked: block.validation === Validation.STAKE,
    producer: block.producer,
    coinbaseTxid: block.transactions[0]?.txid ?? new Uint8Array(),
    transactions: block.transactions.length,
    fees: readFees(block),
    size: block.size,
    work: workOfBits(block.bits),
    chainStake: BigInt(`0x${hex(block.chainStake)}`),
    difficulty: block.difficulty,
    feePool: readFeePool(block),
    rewards: readRewards(block),
    stake: readStake(block),
    ...readNotarizations(block),
  };
}

/** The coinbase states the pool after its block (docs/verus/blocks.md#fee-pool). */
function readFeePool({ chainId, transactions }: Block): bigint | null {
  for (const output of transactions[0]?.outputs ?? []) {
    const satoshis = findFeePool(output, chainId);
    if (satoshis !== undefined) return satoshis;
  }
  return null;
}
