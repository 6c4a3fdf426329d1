import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { hex } from '@ledgergraph/service-kit/hex';

/** Native value of an output of a recent block, in satoshis. */
export type FindOutputValue = (txid: Uint8Array, vout: number) => bigint | undefined;

/** Values by transaction, in the order of outputs. */
export type OutputValues = [txid: string, satoshis: string[]][];

/** What the outputs of a block are worth. */
export function readOutputValues(block: Block): OutputValues {
  return block.transactions.map(({ txid, outputs }) => [hex(txid), outputs.map(({ satoshis }) => satoshis.toString())]);
}

/** True when a spent output's value is not in the block. */
export function hasUnvaluedInput(block: Block): boolean {
  return block.transactions.some(({ inputs }) =>
    inputs.some(({ coinbase, satoshis }) => coinbase.length === 0 && satoshis === undefined),
  );
}

/** Look-up over the outputs of several blocks. */
export function outputValueFinder(blocks: Iterable<OutputValues>): FindOutputValue {
  const values = new Map<string, string[]>();
  for (const block of blocks) for (const [txid, satoshis] of block) values.set(txid, satoshis);
  return (txid, vout) => {
    const digits = values.get(hex(txid))?.[vout];
    return digits === undefined ? undefined : BigInt(digits);
  };
}
