import { validationError } from '@ledgergraph/graph-kit/errors';
import {
  decodeTransactionHex,
  type RawTransaction,
  TransactionDecodeError,
} from '@ledgergraph/verus-protocol/raw-transaction';

/** A transaction may fill a block (docs/verus/sending.md#the-format). */
const BYTES_MAX = 2_000_000;

/** Refuses everything that no node would take. @throws VALIDATION_ERROR naming `hex`; the message never repeats its value */
export function readRawTransaction(hex: string): { transaction: RawTransaction; bytes: Uint8Array } {
  if (hex === '') throw validationError('hex', 'hex is empty');
  if (hex.length > BYTES_MAX * 2) {
    throw validationError('hex', `the transaction is larger than ${BYTES_MAX} bytes`);
  }
  const decoded = decode(hex);
  const { inputs, outputs, shielded } = decoded.transaction;
  if (inputs.length + shielded.spends + shielded.joinSplits === 0) {
    throw validationError('hex', 'the transaction spends nothing: it has no input');
  }
  if (outputs.length + shielded.outputs + shielded.joinSplits === 0) {
    throw validationError('hex', 'the transaction pays nothing: it has no output');
  }
  return decoded;
}

function decode(hex: string): ReturnType<typeof decodeTransactionHex> {
  try {
    return decodeTransactionHex(hex);
  } catch (error) {
    if (error instanceof TransactionDecodeError) throw validationError('hex', error.message);
    throw error;
  }
}
