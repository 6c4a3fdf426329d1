import { fromBinary } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';

const TRANSACTIONS = BlockSchema.field.transactions.number;

/**
 * A block as the stream hands it over.
 * @param kinds without an output of one of these, its transactions are left out; absent: they never are
 */
export function decodeBlock(encoded: Uint8Array, kinds?: readonly string[]): Block {
  if (kinds === undefined || mentionsAny(encoded, kinds)) return fromBinary(BlockSchema, encoded);
  return fromBinary(BlockSchema, withoutTransactions(encoded));
}

/** The kind of an output stands in the bytes as it is: a search finds each, and may find the word elsewhere, which costs time alone. */
function mentionsAny(encoded: Uint8Array, words: readonly string[]): boolean {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  return words.some((word) => bytes.includes(word));
}

function withoutTransactions(encoded: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  const reader = new BinaryReader(encoded);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    if (field !== TRANSACTIONS) kept.push(encoded.subarray(start, reader.pos));
  }
  return Buffer.concat(kept);
}
