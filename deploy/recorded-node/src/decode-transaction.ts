import { decodeTransactionHex, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';

/** A transaction as its raw bytes encode it, as far as the node judges it. */
export interface DecodedTransaction {
  txid: string;
  version: number;
  inputs: { txid: string; index: number; sequence: number }[];
  /** Values in satoshis. */
  outputs: { value: bigint; script: Buffer }[];
  lockTime: number;
  /** 0: never. */
  expiryHeight: number;
  /** Satoshis that the shielded part adds to the transparent inputs. */
  valueBalance: bigint;
  /** Bytes, without a surplus behind the transaction. */
  size: number;
}

/**
 * Reads raw transaction bytes of any version; bytes behind the transaction are left out, as the daemon does.
 * @returns undefined for what the daemon cannot decode: no hex, cut off, a version group that it does not know
 */
export function decodeTransaction(hex: string): DecodedTransaction | undefined {
  try {
    const { transaction } = decodeTransactionHex(hex, { dropsSurplus: true });
    const { inputs, outputs, expiryHeight, shielded } = transaction;
    return {
      ...transaction,
      inputs: inputs.map(({ txid, vout, sequence }) => ({ txid, index: vout, sequence })),
      outputs: outputs.map(({ value, script }) => ({ value, script: Buffer.from(script) })),
      expiryHeight: expiryHeight ?? 0,
      valueBalance: shielded.valueBalance,
    };
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined;
    throw error;
  }
}
