import { ByteReader } from '@ledgergraph/verus-protocol/byte-reader';
import { decodeTransaction, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';

const VERSION_BYTES = 4;
const HASH_BYTES = 32;
/** Root of the Sapling tree, time, bits and nonce. */
const BEFORE_SOLUTION_BYTES = 72;

export interface BlockBytes {
  /** Display order. */
  previousHash: string;
  merkleRoot: string;
  txids: string[];
}

/** @returns undefined for bytes that are no block */
export function readBlockBytes(bytes: Uint8Array): BlockBytes | undefined {
  try {
    const reader = new ByteReader(bytes);
    reader.take(VERSION_BYTES);
    const [previousHash, merkleRoot] = [readHash(reader), readHash(reader)];
    reader.take(BEFORE_SOLUTION_BYTES);
    reader.sizedBytes();
    const count = reader.compactSize();
    const txids: string[] = [];
    for (let left = reader.take(reader.left); txids.length < count || left.length > 0; ) {
      const { txid, size } = decodeTransaction(left, { dropsSurplus: true });
      txids.push(txid);
      left = left.subarray(size);
    }
    return txids.length === count ? { previousHash, merkleRoot, txids } : undefined;
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined;
    throw error;
  }
}

function readHash(reader: ByteReader): string {
  return Buffer.from(reader.take(HASH_BYTES)).reverse().toString('hex');
}
