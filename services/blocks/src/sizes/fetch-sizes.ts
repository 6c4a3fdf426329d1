import { LoopYielder } from '@ledgergraph/chain-kit/loop-yielder';
import { readBlockSizes } from '@ledgergraph/verus-protocol/raw-block';
import { TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';
import type { RawBlockNode } from '#/chain/raw-nodes.ts';
import { VerusError } from '#/verus-rpc/errors.ts';

/** Sizes of the transactions of a block in bytes, by txid. */
export type BlockSizes = ReadonlyMap<string, number>;

/**
 * Asks the nodes of a chain for whole blocks, and computes the sizes of their transactions. The next node is asked for the blocks that the
 * one before does not have, or does not answer.
 * @param nodes the followed node first
 * @returns sizes by the hash of the block; without a block that no node has, or that is answered with bytes of no block
 * @throws VerusError if a block is missing, and a node that may have it did not answer
 */
export async function fetchSizes(
  nodes: readonly RawBlockNode[],
  hashes: readonly string[],
): Promise<Map<string, BlockSizes>> {
  const found = new Map<string, BlockSizes>();
  const yielder = new LoopYielder();
  let failure: VerusError | undefined;
  for (const node of nodes) {
    const wanted = hashes.filter((hash) => !found.has(hash));
    if (wanted.length === 0) break;
    try {
      for (const [index, bytes] of (await node.readBlocks(wanted)).entries()) {
        const sizes = bytes === null ? null : readSizes(bytes);
        if (sizes !== null) found.set(wanted[index] ?? '', sizes);
        await yielder.next();
      }
    } catch (error) {
      if (!(error instanceof VerusError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined && found.size < hashes.length) throw failure;
  return found;
}

function readSizes(bytes: Uint8Array): BlockSizes | null {
  try {
    return readBlockSizes(bytes);
  } catch (error) {
    if (error instanceof TransactionDecodeError) return null;
    throw error;
  }
}
