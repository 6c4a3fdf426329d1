import { fromBinary } from '@bufbuild/protobuf';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { RawBlockNode } from '#/chain/raw-nodes.ts';
import {
  type FillBlock,
  listFillBlocks,
  moveSizeFill,
  type SizeFill,
  type SizeRow,
  saveSizes,
} from '#/db/size-fill.ts';
import { buildCoinbase } from '#/raw/build-coinbase.ts';
import { fetchSizes } from './fetch-sizes.ts';

/** Bytes of the blocks of a batch. A node answers twice as many digits. */
const BATCH_BYTES = 1_000_000;

/** Result of a batch. */
export interface FilledBatch {
  /** The first height that is not looked through yet. */
  nextHeight: number;
  /** Number of transactions that got their size, and of those whose bytes no node has. */
  filled: number;
  unknown: number;
}

/**
 * Fills in the sizes of the transactions of a few heights. Every size is that of bytes whose hash is the txid of the row, and each row is
 * named by its block: a reorganisation meanwhile changes nothing. A batch that is interrupted is looked through again.
 * @param heights how many at most
 * @throws VerusError; nothing is written then
 */
export async function fillSizes(
  db: SqlExecutor,
  chainId: string,
  { nextHeight, endHeight }: SizeFill,
  nodes: readonly RawBlockNode[],
  heights: number,
): Promise<FilledBatch> {
  const limit = Math.min(heights, endHeight - nextHeight + 1);
  const blocks = await listFillBlocks(db, chainId, nextHeight, limit, BATCH_BYTES);
  const rows: SizeRow[] = [];
  const wanted: FillBlock[] = [];
  for (const { unsized, ...block } of blocks) {
    const coinbase = sizeCoinbase({ unsized, ...block });
    if (coinbase !== null) rows.push(coinbase);
    const left = coinbase === null ? unsized : unsized.filter(({ index }) => index > 0);
    if (left.length > 0) wanted.push({ ...block, unsized: left });
  }
  const hashes = wanted.map(({ blockHash }) => blockHash);
  const fetched = await fetchSizes(nodes, hashes);
  let unknown = 0;
  for (const { height, ordinal, blockHash, unsized } of wanted) {
    for (const { index, txid } of unsized) {
      const size = fetched.get(blockHash)?.get(txid);
      if (size === undefined) unknown += 1;
      else rows.push({ height, ordinal, index, size });
    }
  }
  await saveSizes(db, chainId, rows);
  const next = (blocks.at(-1)?.height ?? nextHeight + limit - 1) + 1;
  await moveSizeFill(db, chainId, nextHeight, next);
  return { nextHeight: next, filled: rows.length, unknown };
}

/** Most blocks have a coinbase that follows from its row: a block of nothing else needs no node. */
function sizeCoinbase({ height, ordinal, unsized, coinbase }: FillBlock): SizeRow | null {
  const [first] = unsized;
  if (coinbase === null || first === undefined) return null;
  const bytes = buildCoinbase(first.txid, fromBinary(BlockSchema, coinbase).transactions[0]);
  return bytes === undefined ? null : { height, ordinal, index: first.index, size: bytes.length };
}
