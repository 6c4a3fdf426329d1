import { findCursor, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { applyBatch } from '#/indexing/apply-batch.ts';
import { prepareBlocks } from '#/indexing/prepare-blocks.ts';
import { readBlock } from '#/indexing/read-blocks.ts';
import { revertBlocks } from '#/indexing/revert-blocks.ts';
import { CHAIN_IDS } from './follow-recording.ts';

export const VRSCTEST = CHAIN_IDS['vrsctest-a'];

export async function announceVrsctest(db: SqlExecutor): Promise<void> {
  await saveNetwork(db, announcedNetwork('vrsctest-a'));
}

export async function apply(db: SqlClient<SqlExecutor>, blocks: readonly Block[]): Promise<void> {
  const read = blocks.map((block) => readBlock(block));
  const parent = await findCursor(db, VRSCTEST);
  await applyBatch(db, VRSCTEST, await prepareBlocks(db, VRSCTEST, { parent, blocks: read, replaced: null }));
}

export async function revert(db: SqlClient<SqlExecutor>, keepHeight: number): Promise<void> {
  const tip = await findCursor(db, VRSCTEST);
  if (tip === null) throw new Error('nothing is applied');
  await db.$transaction(async (tx) => {
    await rewindCursor(tx, VRSCTEST, tip, keepHeight);
    await revertBlocks(tx, VRSCTEST, keepHeight);
  });
}

export const hashOf = (block: Block | undefined): string => hex(block?.hash ?? new Uint8Array());
