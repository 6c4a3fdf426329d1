import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import type { Network } from '@ledgergraph/graph-kit/network';
import { readNativeDefinition } from '#/currency/native-definition.ts';
import { prepareBlocks } from './prepare-blocks.ts';
import { type ReadBlock, readBlock } from './read-blocks.ts';
import { renewNative } from './renew-native.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

const NO_NATIVE_DEFINITION =
  'The node has not yet defined the native currency: it does so once it has the block from which on currencies are active. ' +
  'Until then no block is taken.';

/** Indexing steps of this service. */
export const currencyHandler: BlockHandler<SqlExecutor> = {
  // Its rows begin at genesis: blocks taken without it would lack them for good.
  findMissing: ({ nativeDefinition }) => (nativeDefinition === null ? NO_NATIVE_DEFINITION : null),
  prepare: async (_, network, blocks) => {
    const read: ReadBlock[] = [];
    for await (const block of blocks) read.push(readBlock(block));
    return (tx) => indexBlocks(tx, network, read);
  },
  revert: revertBlocks,
};

async function indexBlocks(tx: SqlExecutor, network: Network, blocks: readonly ReadBlock[]): Promise<void> {
  const [first] = blocks;
  if (first === undefined) return;
  const native = readNativeDefinition(network.nativeDefinition);
  if (first.height > 0) await renewNative(tx, network.chainId, native);
  await writeBlocks(tx, network.chainId, await prepareBlocks(tx, network, native, blocks));
}
