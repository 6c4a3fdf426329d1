import { create, toBinary } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { type Block, BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { TransactionRow } from '#/db/transaction-rows.ts';

export function readTransactionRows(
  block: Pick<Block, 'transactions'>,
  sizes: readonly (number | null)[] = [],
): TransactionRow[] {
  const fragments = encodeFragments(block.transactions);
  return block.transactions.map((transaction, position) => {
    const valueIn = readValueIn(transaction);
    const valueOut = transaction.outputs.reduce((sum, output) => sum + output.satoshis, 0n);
    return {
      index: transaction.index,
      txid: transaction.txid,
      size: sizes[position] ?? null,
      version: transaction.version,
      lockTime: transaction.lockTime,
      expiryHeight: transaction.expiryHeight ?? null,
      valueIn,
      valueOut,
      fee: readFee(transaction, valueIn, valueOut),
      inputCount: transaction.inputs.length,
      outputCount: transaction.outputs.length,
      fragment: fragments[position] as Uint8Array,
    };
  });
}

/** Null for a coinbase, and where the node omits the value of an input. */
function readValueIn(transaction: Transaction): bigint | null {
  let sum = 0n;
  for (const input of transaction.inputs) {
    if (input.satoshis === undefined) return null;
    sum += input.satoshis;
  }
  return sum;
}

/** docs/verus/blocks.md#fees. A coinbase has no fee, and an import moves reserves that are in no input. */
function readFee(transaction: Transaction, valueIn: bigint | null, valueOut: bigint): bigint | null {
  if (valueIn === null || transaction.outputs.some((output) => output.kind === 'crosschainimport')) return null;
  return valueIn - valueOut + transaction.shieldedValueBalance;
}

/** Each fragment is a `Block` with one transaction; joined, they are the block's own encoding. One writer encodes all of them. */
function encodeFragments(transactions: readonly Transaction[]): Uint8Array[] {
  const encoded = toBinary(BlockSchema, create(BlockSchema, { transactions: [...transactions] }));
  const reader = new BinaryReader(encoded);
  return transactions.map(() => {
    const start = reader.pos;
    const [field, wireType] = reader.tag();
    reader.skip(wireType, field);
    return encoded.subarray(start, reader.pos);
  });
}
