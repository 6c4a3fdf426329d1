import { ByteReader } from './byte-reader.ts';
import { TransactionDecodeError } from './decode-error.ts';
import { decodeTransaction } from './raw-transaction.ts';

/** The fields of a header that are hashed, before the length of its solution. */
const HEADER_BYTES = 140;

/**
 * Reads how many bytes each transaction of a serialised block has (docs/verus/blocks.md#raw-bytes).
 * @returns sizes by txid, which is computed from the bytes: a size of other bytes stands under another txid
 * @throws TransactionDecodeError unless the bytes are exactly a header and transactions
 */
export function readBlockSizes(bytes: Uint8Array): Map<string, number> {
  const reader = new ByteReader(bytes);
  reader.take(HEADER_BYTES);
  reader.sizedBytes();
  const count = reader.compactSize();
  const sizes = new Map<string, number>();
  let rest = reader.take(reader.left);
  for (let index = 0; index < count; index += 1) {
    const { txid, size } = decodeTransaction(rest, { dropsSurplus: true });
    sizes.set(txid, size);
    rest = rest.subarray(size);
  }
  if (rest.length > 0) throw new TransactionDecodeError('SURPLUS', `${rest.length} bytes follow the last transaction`);
  return sizes;
}
