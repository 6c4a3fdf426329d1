import { normalizeBlock } from '@ledgergraph/blocks/following/normalize-block';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

export type RecordingName = Parameters<typeof recordingDir>[0];

/** In order; its first block's previousHash is the fork point. */
export interface OrphanBranch {
  fork: string;
  blocks: Block[];
}

/** In height order, as the blocks service reads them from a node. */
export function readNormalizedBlocks(name: RecordingName): Block[] {
  const { meta, blocks } = readRecording(recordingDir(name));
  return Array.from(blocks(), ({ block }) => normalizeBlock(block, meta.chainId));
}

/** @param texts answers of getblock with verbosity 2 */
export function normalizePrinted(texts: Iterable<string>, chainId: string): Block[] {
  return normalizeParsed(Array.from(texts, parsePrinted), chainId);
}

export function normalizeParsed(printed: readonly JsonObject[], chainId: string): Block[] {
  return printed.map((block) => normalizeBlock(block, chainId));
}

export function parsePrinted(text: string): JsonObject {
  const block = parseLossless(text);
  if (!isJsonObject(block)) throw new Error('a block that is no object');
  return block;
}

/** In the order they happened; only `vrsctest-a` has any. */
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
