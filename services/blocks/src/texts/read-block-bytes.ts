import { decodeTransaction, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';
import { type BlockHeader, readCompactSize, readHeader } from './header-bytes.ts';

/** @returns undefined for bytes that are no block */
export function readBlockBytes(bytes: Uint8Array): (BlockHeader & { txids: string[] }) | undefined {
  try {
    const header = readHeader(bytes);
    const count = readCompactSize(bytes, header.size);
    const txids: string[] = [];
    let position = count.end;
    while (txids.length < count.value) {
      const { txid, size } = decodeTransaction(bytes.subarray(position), { dropsSurplus: true });
      txids.push(txid);
      position += size;
    }
    return position === bytes.length ? { ...header, txids } : undefined;
  } catch (error) {
    if (error instanceof TransactionDecodeError || error instanceof RangeError) return undefined;
    throw error;
  }
}
