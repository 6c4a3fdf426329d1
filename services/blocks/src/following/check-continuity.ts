import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';

/** The node reorganised between two calls. Reading again from its tip resolves it. */
export class DiscontinuityError extends Error {
  override name = 'DiscontinuityError';
}

/** The response is damaged, or the node is dishonest. */
export class MerkleMismatchError extends Error {
  override name = 'MerkleMismatchError';
}

type LinkedBlock = Pick<Block, 'height' | 'hash' | 'previousHash' | 'merkleRoot'> & {
  transactions: readonly { txid: Uint8Array }[];
};

/** @throws DiscontinuityError, MerkleMismatchError */
export function checkContinuity(parent: BlockPlace | null, blocks: readonly LinkedBlock[]): void {
  let height = parent === null ? 0 : parent.height + 1;
  let parentHash = parent?.hash ?? '';
  for (const block of blocks) {
    if (block.height !== height || hex(block.previousHash) !== parentHash) {
      throw new DiscontinuityError(`block ${block.height} does not follow block ${height - 1} ${parentHash}`);
    }
    const root = merkleRoot(block.transactions.map((transaction) => transaction.txid));
    if (Buffer.compare(root, block.merkleRoot) !== 0) {
      throw new MerkleMismatchError(`block ${height} ${hex(block.hash)} does not hold the transactions of its header`);
    }
    height += 1;
    parentHash = hex(block.hash);
  }
}
