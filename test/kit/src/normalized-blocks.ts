import { normalizeBlock } from '@ledgergraph/blocks/chain/normalize-block';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';

/** The recordings of the demo networks; that of the pool is a third chain, which only tests of the pool read. */
export type RecordingName = Exclude<Parameters<typeof recordingDir>[0], 'mempool-a'>;

/** A branch that a reorganisation left behind, in order; its first block's previousHash is the fork point. */
export interface OrphanBranch {
  fork: string;
  blocks: Block[];
}

/** All main-chain blocks of a recording in height order, as the blocks service would stream them. */
export function readNormalizedBlocks(name: RecordingName): Block[] {
  const { meta, blocks } = readRecording(recordingDir(name));
  return Array.from(blocks(), ({ block }) => normalizeBlock(block, meta.chainId));
}

/** The orphaned branches of a recording in the order they happened; only `vrsctest-a` has any. */
export function readNormalizedOrphans(name: RecordingName): OrphanBranch[] {
  const { meta, orphans } = readRecording(recordingDir(name));
  const branches = new Map<string, Block[]>();
  for (const { fork, block } of orphans()) {
    const branch = branches.get(fork) ?? [];
    branch.push(normalizeBlock(block, meta.chainId));
    branches.set(fork, branch);
  }
  return Array.from(branches, ([fork, blocks]) => ({ fork, blocks }));
}
