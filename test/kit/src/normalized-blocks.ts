import { clone } from '@bufbuild/protobuf';
import { normalizeBlock } from '@ledgergraph/blocks/chain/normalize-block';
import { type Block, BlockSchema, type Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

/** The project's own recordings. */
export type RecordingName = Parameters<typeof recordingDir>[0];

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

/** Blocks as a node prints them, as the blocks service would stream them. @param texts answers of getblock with verbosity 2 */
export function normalizePrinted(texts: Iterable<string>, chainId: string): Block[] {
  return Array.from(texts, (text) => {
    const block = parseLossless(text);
    if (!isJsonObject(block)) throw new Error('a block that is no object');
    return normalizeBlock(block, chainId);
  });
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

/** The same as the blocks service streams them: with the values of inputs that the node leaves out, for it has forgotten the branch. */
export function readStreamedOrphans(name: RecordingName): OrphanBranch[] {
  const main = readNormalizedBlocks(name);
  return readNormalizedOrphans(name).map(({ fork, blocks }) => {
    const outputs = new Map<string, Output[]>();
    for (const { transactions } of [...main.slice(0, blocks[0]?.height), ...blocks]) {
      for (const transaction of transactions) outputs.set(nameOf(transaction), transaction.outputs);
    }
    return { fork, blocks: blocks.map((block) => addValues(block, outputs)) };
  });
}

function addValues(block: Block, outputs: ReadonlyMap<string, Output[]>): Block {
  const copy = clone(BlockSchema, block);
  for (const input of copy.transactions.flatMap(({ inputs }) => inputs)) {
    if (input.coinbase.length > 0 || input.satoshis !== undefined) continue;
    const spent = outputs.get(nameOf(input))?.find(({ index }) => index === input.vout);
    if (spent !== undefined) input.satoshis = spent.satoshis;
  }
  return copy;
}

function nameOf({ txid }: { txid: Uint8Array }): string {
  return Buffer.from(txid).toString('hex');
}
