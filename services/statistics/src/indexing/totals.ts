import { hex } from '@ledgergraph/chain-kit/hex';
import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import { intervalStart, listBegunIntervals } from '@ledgergraph/graph-kit/calendar';
import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findFeePool } from '@ledgergraph/verus-protocol/payloads/fee-pool';
import { type BlockTotalRow, blockTotals } from '#/db/block-totals.ts';
import { type IntervalStartRow, intervalStarts } from '#/db/interval-starts.ts';
import { readFees } from '#/rules/read-fees.ts';
import { readRewards } from '#/rules/read-rewards.ts';
import { workOfBits } from '#/rules/work.ts';

interface TotalRows {
  totals: BlockTotalRow[];
  intervals: IntervalStartRow[];
}

export interface BlockCounts
  extends Pick<
    BlockTotalRow,
    'height' | 'isStaked' | 'producer' | 'coinbaseTxid' | 'feePool' | 'difficulty' | 'chainStake' | 'reward'
  > {
  /** Unix seconds. */
  time: number;
  transactions: bigint;
  fees: bigint;
  size: bigint;
  /** Expected number of hashes for its target. */
  work: bigint;
}

export const totals: Module<TotalRows, BlockCounts> = {
  tables: { totals: blockTotals, intervals: intervalStarts },
  read: readCounts,
  async prepare({ db, chain, blocks }) {
    const before = (blocks[0]?.height ?? 0) - 1;
    const [last] = before < 0 ? [] : await blockTotals.find(db, 'WHERE chain = $1 AND height = $2', chain, before);
    if (before >= 0 && last === undefined) throw new Error(`no totals at height ${before}`);
    return sumCounts(last, blocks);
  },
};

/** @throws UnexpectedShapeError, UnknownInputValueError */
function readCounts(block: Block): BlockCounts {
  const native = readRewards(block).filter(({ currencyId }) => currencyId === null);
  return {
    height: block.height,
    time: Number(block.time),
    isStaked: block.validation === Validation.STAKE,
    producer: block.producer,
    coinbaseTxid: block.transactions[0]?.txid ?? new Uint8Array(),
    transactions: BigInt(block.transactions.length),
    fees: readFees(block),
    size: BigInt(block.size),
    work: workOfBits(block.bits),
    chainStake: BigInt(`0x${hex(block.chainStake)}`),
    difficulty: block.difficulty,
    feePool: readFeePool(block),
    reward: native.reduce((sum, { satoshis }) => sum + satoshis, 0n),
  };
}

/** The coinbase states the pool after its block (docs/verus/blocks.md#fee-pool); null: the chain has no fee pool yet. */
function readFeePool({ chainId, transactions }: Block): bigint | null {
  const outputs = transactions[0]?.outputs ?? [];
  for (const output of outputs) {
    const satoshis = findFeePool(output, chainId);
    if (satoshis !== undefined) return satoshis;
  }
  return null;
}

export function sumCounts(before: BlockTotalRow | undefined, blocks: readonly BlockCounts[]): TotalRows {
  const rows: TotalRows = { totals: [], intervals: [] };
  let last = before;
  for (const { time, work, ...block } of blocks) {
    const latestTime = Math.max(last?.latestTime ?? time, time);
    for (const interval of listBegunIntervals(last?.latestTime ?? null, latestTime)) {
      const start = BigInt(intervalStart(interval, latestTime));
      rows.intervals.push({ interval, start, firstHeight: block.height });
    }
    last = {
      ...block,
      latestTime,
      minedBlocks: (last?.minedBlocks ?? 0) + (block.isStaked ? 0 : 1),
      transactions: (last?.transactions ?? 0n) + block.transactions,
      fees: (last?.fees ?? 0n) + block.fees,
      size: (last?.size ?? 0n) + block.size,
      minedWork: (last?.minedWork ?? 0n) + (block.isStaked ? 0n : work),
    };
    rows.totals.push(last);
  }
  return rows;
}
