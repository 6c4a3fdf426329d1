import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { FindOutputValue } from '#/indexing/output-values.ts';

/** What a spent output was worth is told nowhere: supply cannot be counted then, so the block is not applied. */
export class UnknownInputValueError extends Error {
  override name = 'UnknownInputValueError';
}

/**
 * Native coins that a block adds to those in existence, shielded ones included; negative if more vanished than came.
 * Summed over a chain this is the `total` of coinsupply at every height (GetNewCoins, komodo_bitcoind.h).
 * @param findOutputValue for inputs whose value the block does not tell
 * @returns satoshis
 * @throws UnknownInputValueError
 */
export function readIssuance(block: Block, findOutputValue: FindOutputValue): bigint {
  // The genesis coinbase can never be spent and is in no set of outputs (verus-rpc.md section 18).
  if (block.height === 0) return 0n;
  return block.transactions.reduce((sum, transaction) => sum + transactionIssuance(transaction, findOutputValue), 0n);
}

function transactionIssuance(transaction: Transaction, findOutputValue: FindOutputValue): bigint {
  let issued = 0n;
  for (const output of transaction.outputs) {
    // Nobody can spend an OP_RETURN: what it holds is burnt. The daemon does not look for one in a coinbase.
    if (transaction.index === 0 || !isOpReturn(output)) issued += output.satoshis;
  }
  for (const input of transaction.inputs) {
    if (input.coinbase.length > 0) continue;
    const spent = input.satoshis ?? findOutputValue(input.txid, input.vout);
    if (spent === undefined) throw new UnknownInputValueError('an input spends an output of unknown value');
    issued -= spent;
  }
  // What the shielded pools pay into the transparent side left them: it is moved, not made.
  return issued - transaction.shieldedValueBalance;
}

function isOpReturn({ script }: Output): boolean {
  return script[0] === 0x6a;
}
