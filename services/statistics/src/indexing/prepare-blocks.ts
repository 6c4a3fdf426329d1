import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { intervalStart, listBegunIntervals } from '@ledgergraph/graph-kit/calendar';
import type { Network } from '@ledgergraph/graph-kit/network';
import { type BlockTotalRow, findLastTotals, type Totals } from '#/db/block-totals.ts';
import type { IntervalStartRow } from '#/db/interval-starts.ts';
import type { FinalizationRow, NotarizationRow, NotarizationStatus } from '#/db/notarizations.ts';
import type { RewardRow } from '#/db/rewards.ts';
import type { StakeRow } from '#/db/stakes.ts';
import type { ReadBlock } from './read-blocks.ts';

/** All rows of a batch, ready to be written. */
export interface BatchRows {
  totals: BlockTotalRow[];
  intervals: IntervalStartRow[];
  rewards: RewardRow[];
  stakes: StakeRow[];
  notarizations: NotarizationRow[];
  finalizations: FinalizationRow[];
}

/** Totals before genesis. */
type Before = Omit<Totals, 'height' | 'latestTime' | 'feePool' | 'difficulty'> & { latestTime: number | null };
const NOTHING: Before = {
  latestTime: null,
  minedBlocks: 0,
  transactions: 0n,
  fees: 0n,
  size: 0n,
  minedWork: 0n,
  chainStake: 0n,
};

/** Reads the totals that consecutive blocks, at least one, build on and computes the rows that they add. */
export async function prepareBlocks(
  db: SqlExecutor,
  { chainId }: Network,
  blocks: readonly ReadBlock[],
): Promise<BatchRows> {
  const firstHeight = blocks[0]?.height ?? 0;
  const last = firstHeight === 0 ? null : await findLastTotals(db, chainId, firstHeight - 1);
  if (firstHeight > 0 && last === null) throw new Error(`no totals at height ${firstHeight - 1}`);
  return collectRows(last ?? NOTHING, blocks);
}

/** Pure. @param before totals up to the block before the first one */
export function collectRows(before: Before, blocks: readonly ReadBlock[]): BatchRows {
  const rows: BatchRows = { totals: [], intervals: [], rewards: [], stakes: [], notarizations: [], finalizations: [] };
  let last = before;
  for (const block of blocks) {
    const totals = addBlock(last, block);
    rows.totals.push(totals);
    rows.intervals.push(...listBegun(last.latestTime, totals));
    rows.stakes.push(...stakeRows(block));
    const { height, isStaked } = block;
    for (const reward of block.rewards) rows.rewards.push({ ...reward, height, isStaked });
    for (const { notarizationHeight, blockHash, ...place } of block.notarizations) {
      rows.notarizations.push({ ...place, height, notarizedAt: notarizationHeight, notarizedHash: blockHash });
    }
    for (const { status, ...place } of block.finalizations) {
      rows.finalizations.push({ ...place, height, status: status.toUpperCase() as NotarizationStatus });
    }
    last = totals;
  }
  return rows;
}

function addBlock(last: Before, block: ReadBlock): BlockTotalRow {
  const { height, isStaked, producer, coinbaseTxid, feePool, difficulty, chainStake } = block;
  const native = block.rewards.filter(({ currencyId }) => currencyId === null);
  return {
    height,
    isStaked,
    producer,
    coinbaseTxid,
    feePool,
    difficulty,
    chainStake,
    reward: native.reduce((sum, { satoshis }) => sum + satoshis, 0n),
    latestTime: Math.max(last.latestTime ?? block.time, block.time),
    minedBlocks: last.minedBlocks + (isStaked ? 0 : 1),
    transactions: last.transactions + BigInt(block.transactions),
    fees: last.fees + block.fees,
    size: last.size + BigInt(block.size),
    minedWork: last.minedWork + (isStaked ? 0n : block.work),
  };
}

/** @param before latest time before the block; null: it is genesis */
function listBegun(before: number | null, { height, latestTime }: Totals): IntervalStartRow[] {
  return listBegunIntervals(before, latestTime).map((interval) => ({
    interval,
    start: intervalStart(interval, latestTime),
    firstHeight: height,
  }));
}

/** One row for the owner of the coin, and one for the producer where that is another address. */
function stakeRows({ height, producer, stake }: ReadBlock): StakeRow[] {
  if (stake === null) return [];
  const { address: owner, satoshis, ageBlocks } = stake;
  const addresses = new Set([owner, ...(producer === '' ? [] : [producer])]);
  return [...addresses].map((address) => ({ height, address, owner, satoshis, ageBlocks }));
}
