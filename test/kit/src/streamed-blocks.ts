import { clone } from '@bufbuild/protobuf';
import { type Block, BlockSchema, type Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import {
  type OrphanBranch,
  type RecordingName,
  readNormalizedBlocks,
  readNormalizedOrphans,
} from './normalized-blocks.ts';

type Outputs = Map<string, readonly Output[]>;

export function readStreamedBlocks(name: RecordingName): Block[] {
  return toStreamed(readNormalizedBlocks(name));
}

export function readStreamedOrphans(name: RecordingName): OrphanBranch[] {
  const main = readNormalizedBlocks(name);
  return readNormalizedOrphans(name).map(({ fork, blocks }) => {
    const height = blocks[0]?.height ?? 0;
    return { fork, blocks: toStreamed([...main.slice(0, height), ...blocks]).slice(height) };
  });
}

/**
 * Adds what the stream has beside a node's print: values of branches that the node forgot, and the addresses of outputs that a reserve
 * transfer spends.
 */
export function toStreamed(blocks: readonly Block[]): Block[] {
  const outputs: Outputs = new Map();
  return blocks.map((block) => {
    for (const transaction of block.transactions) outputs.set(nameOf(transaction), transaction.outputs);
    return complete(block, outputs);
  });
}

function complete(block: Block, outputs: Outputs): Block {
  const copy = clone(BlockSchema, block);
  for (const transaction of copy.transactions) {
    const isTransfer = transaction.outputs.some(({ kind }) => kind === 'reservetransfer');
    for (const input of transaction.inputs.filter(({ coinbase }) => coinbase.length === 0)) {
      const spent = outputs.get(nameOf(input))?.find(({ index }) => index === input.vout);
      if (spent === undefined) continue;
      input.satoshis ??= spent.satoshis;
      if (isTransfer) input.spentAddresses = readIndexedAddresses(spent);
    }
  }
  return copy;
}

function nameOf({ txid }: { txid: Uint8Array }): string {
  return Buffer.from(txid).toString('hex');
}
