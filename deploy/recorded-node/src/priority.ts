import type { PoolSurroundings } from './admission.ts';
import type { DecodedTransaction } from './decode-transaction.ts';

const INPUT_SIZE = 41;
const LONGEST_DEDUCTED_SCRIPT = 110;
const PRINTED_DIGITS = 16;

/**
 * The daemon's priority of a transaction, as it prints it: satoshis of its mined inputs times their confirmations, per byte
 * that is no input.
 * @param height of the tip when the transaction entered the pool
 * @param now height of the tip as of which the priority is asked; what came in between adds the inputs' value per block
 */
export function findPriority(
  around: PoolSurroundings,
  transaction: DecodedTransaction,
  height: number,
  now = height,
): string {
  const size = sizeWithoutInputs(transaction);
  let atEntry = 0n;
  let inChain = 0n;
  for (const { txid, index } of transaction.inputs) {
    const block = around.view.findActiveBlockOf(txid);
    // Inputs that were mined after the entry did not count then, and do not later.
    if (block === undefined || block.height > height) continue;
    const value = around.known.find(txid)?.decoded.outputs[index]?.value ?? 0n;
    inChain += value;
    atEntry += value * BigInt(height - block.height);
  }
  // The daemon counts priorities in doubles: they are no amounts.
  const priority = size === 0 ? 0 : Number(atEntry) / size + (Number(inChain) * (now - height)) / size;
  return Number(priority.toPrecision(PRINTED_DIGITS)).toString();
}

function sizeWithoutInputs({ inputs, size }: DecodedTransaction): number {
  let left = size;
  for (const { scriptLength } of inputs) {
    const offset = INPUT_SIZE + Math.min(LONGEST_DEDUCTED_SCRIPT, scriptLength);
    if (left > offset) left -= offset;
  }
  return left;
}
