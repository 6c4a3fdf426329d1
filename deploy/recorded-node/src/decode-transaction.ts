import { decodeTransactionHex, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';

export interface DecodedTransaction {
  txid: string;
  version: number;
  inputs: { txid: string; index: number; sequence: number }[];
  /** In satoshis. */
  outputs: { value: bigint; script: Buffer }[];
  lockTime: number;
  /** 0: never. */
  expiryHeight: number;
  /** Satoshis that the shielded part adds to the transparent inputs. */
  valueBalance: bigint;
  /** Bytes, without those behind the transaction. */
  size: number;
}

/** Ignores bytes behind the transaction, as the daemon does. @returns undefined for bytes that are no transaction */
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
