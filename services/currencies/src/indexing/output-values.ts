import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

/** Native value of an output of a recent block, in satoshis. */
export type FindOutputValue = (txid: string, vout: number) => bigint | undefined;

/** JSON of the values of a block's outputs: transactions in order, of each its name and the values in the order of outputs. */
export type OutputValues = string;

/** Values of a block's outputs, as text: they are read only after a reorganisation, and kept for all blocks. */
export function readOutputValues(block: Block): OutputValues {
  return JSON.stringify(
    block.transactions.map(({ txid, outputs }) => [hex(txid), outputs.map(({ satoshis }) => satoshis.toString())]),
  );
}

/** Look-up over the outputs of several blocks. */
export function outputValueFinder(blocks: Iterable<OutputValues>): FindOutputValue {
  const values = new Map<string, string[]>();
  for (const block of blocks) {
    for (const [txid, satoshis] of JSON.parse(block) as [string, string[]][]) values.set(txid, satoshis);
  }
  return (txid, vout) => {
    const digits = values.get(txid)?.[vout];
    return digits === undefined ? undefined : BigInt(digits);
  };
}
