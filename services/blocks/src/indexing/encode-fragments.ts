import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';

/**
 * Encodes each transaction as a `Block` that holds it alone. Joined, the fragments of a block's transactions are the block's own encoding.
 * All transactions of a block are encoded in one go: one by one, each would need a writer of its own.
 */
export function encodeFragments(transactions: readonly Transaction[]): Uint8Array[] {
  const encoded = toBinary(BlockSchema, create(BlockSchema, { transactions: [...transactions] }));
  const reader = new BinaryReader(encoded);
  return transactions.map(() => {
    const start = reader.pos;
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    return encoded.subarray(start, reader.pos);
  });
}
