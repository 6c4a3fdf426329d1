import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import {
  BlockBatchSchema,
  type BlockRef,
  BlockRefSchema,
  ForkSchema,
  type ReadBlocksRequest,
  type ReadBlocksResponse,
  ReadBlocksResponseSchema,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import { type EncodedBlock, listEncodedBlocks } from '#/db/encoded-blocks.ts';
import { findAnyBlock, findMainAncestor, listMainBlocksAt } from '#/db/main-chain.ts';
import { findNodeTip } from '#/db/node-tip.ts';
import { candidateHeights } from '#/fork/candidate-heights.ts';
import { NODE_SILENCE_MS } from '#/progress/load-chain-progress.ts';
import type { RecentBlocks } from './recent-blocks.ts';

const BLOCKS_MAX = 2_000;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/**
 * @param recent blocks read for other consumers
 * @throws ConnectError InvalidArgument for an impossible cursor; Unavailable while the consumer may be ahead of our database
 */
export async function readBlocks(
  db: SqlDatabase,
  recent: RecentBlocks,
  request: ReadBlocksRequest,
): Promise<ReadBlocksResponse> {
  const parent = readParent(request);
  const limit = Math.min(Math.max(request.blocksMax, 1), BLOCKS_MAX);
  const parentHash = parent?.hash ?? '';
  const known = await findKnown(db, recent, request.chainId, parentHash, limit, ANSWER_BYTES_MAX);
  const last = known.at(-1);
  if (last !== undefined) {
    const tip = await findCursor(db, request.chainId);
    const isShort = tip !== null && tip.height > last.height;
    const more = isShort ? await readMore(db, recent, request.chainId, known, limit) : [];
    return batch([...known, ...more], request.kinds, tip);
  }
  const blocks = await recent.read(request.chainId, parentHash, () =>
    listEncodedBlocks(db, request.chainId, request.fromHeight, limit, ANSWER_BYTES_MAX),
  );
  const continues = blocks[0]?.previousHash === parentHash;
  const tip = await findCursor(db, request.chainId);
  if (continues || (blocks.length === 0 && (await isMain(db, request.chainId, parent)))) {
    return batch(blocks, request.kinds, tip);
  }
  if (parent === null) throw new Error('a block at height 0 names a previous block');
  return fork(await listCandidates(db, request.chainId, parent, tip));
}

async function readMore(
  db: SqlDatabase,
  recent: RecentBlocks,
  chainId: string,
  known: readonly EncodedBlock[],
  limit: number,
): Promise<EncodedBlock[]> {
  const last = known.at(-1);
  const room = ANSWER_BYTES_MAX - known.reduce((sum, { encoded }) => sum + encoded.length, 0);
  if (last === undefined || known.length >= limit || room < ANSWER_BYTES_MAX / 2) return [];
  const also = await findKnown(db, recent, chainId, last.hash, limit - known.length, room);
  if (also.length > 0) return also;
  const more = await recent.read(chainId, last.hash, () =>
    listEncodedBlocks(db, chainId, last.height + 1, limit - known.length, room),
  );
  return more[0]?.previousHash === last.hash ? more : [];
}

/** Blocks read, or being read, for another consumer: an event wakes all consumers at once. */
async function findKnown(
  db: SqlDatabase,
  recent: RecentBlocks,
  chainId: string,
  parentHash: string,
  limit: number,
  sizeMax: number,
): Promise<EncodedBlock[]> {
  await recent.reading(chainId, parentHash);
  const blocks = recent.after(chainId, parentHash, limit, sizeMax);
  const last = blocks.at(-1);
  // If the last block is on the main chain, so are the blocks below it.
  return last !== undefined && (await isMain(db, chainId, last)) ? blocks : [];
}

function readParent(request: ReadBlocksRequest): BlockPlace | null {
  const wanted = request.fromHeight === 0 ? 0 : 32;
  if (request.parentHash.length !== wanted) {
    throw new ConnectError('parent_hash must be the 32-byte hash at from_height - 1', Code.InvalidArgument);
  }
  return request.fromHeight === 0 ? null : { height: request.fromHeight - 1, hash: hex(request.parentHash) };
}

async function isMain(db: SqlDatabase, chainId: string, place: BlockPlace | null): Promise<boolean> {
  if (place === null) return true;
  const found = await listMainBlocksAt(db, chainId, [place.height]);
  return found[0]?.hash === place.hash;
}

async function listCandidates(
  db: SqlDatabase,
  chainId: string,
  parent: BlockPlace,
  tip: BlockPlace | null,
): Promise<BlockPlace[]> {
  const ancestor = await findMainAncestor(db, chainId, parent.hash);
  if (ancestor !== null) return await listMainBlocksAt(db, chainId, candidateHeights(ancestor.height));
  // A branch that shares nothing with the main chain, which may be lower: the chain was reset.
  if ((await findAnyBlock(db, chainId, parent.hash)) !== null) return [];
  // Our database lacks the block because it is younger, or has lost blocks, and still fills. A fork would make the consumer delete good
  // rows, so it is one only once we have all blocks of the node.
  if (tip === null || !(await hasAllOfNode(db, chainId, tip))) {
    throw new ConnectError('the stream has not reached the cursor of this consumer', Code.Unavailable);
  }
  return await listMainBlocksAt(db, chainId, candidateHeights(Math.min(parent.height, tip.height)));
}

async function hasAllOfNode(db: SqlDatabase, chainId: string, tip: BlockPlace): Promise<boolean> {
  const node = await findNodeTip(db, chainId);
  if (node === null || node.aheadSince !== null || node.silentSince !== null) return false;
  return node.height === tip.height && Date.now() - node.seenAt.getTime() < NODE_SILENCE_MS;
}

function batch(blocks: readonly EncodedBlock[], kinds: readonly string[], tip: BlockPlace | null): ReadBlocksResponse {
  const value = create(BlockBatchSchema, {
    blocks: blocks.map((block) => wantedBytes(block, kinds)),
    ...(tip === null ? {} : { tip: blockRef(tip) }),
  });
  return create(ReadBlocksResponseSchema, { answer: { case: 'batch', value } });
}

function fork(candidates: readonly BlockPlace[]): ReadBlocksResponse {
  const value = create(ForkSchema, { candidates: candidates.map(blockRef) });
  return create(ReadBlocksResponseSchema, { answer: { case: 'fork', value } });
}

function blockRef(place: BlockPlace): BlockRef {
  return create(BlockRefSchema, { height: place.height, hash: bytes(place.hash) });
}

/** @param kinds a block without an output of these kinds comes without transactions; empty: it always has them */
function wantedBytes({ encoded, headerBytes }: EncodedBlock, kinds: readonly string[]): Uint8Array {
  return kinds.length === 0 || mentionsAny(encoded, kinds) ? encoded : encoded.subarray(0, headerBytes);
}

/** The kind of an output is encoded as text. A match elsewhere costs only time. */
function mentionsAny(encoded: Uint8Array, words: readonly string[]): boolean {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  return words.some((word) => bytes.includes(word, 0, 'latin1'));
}
