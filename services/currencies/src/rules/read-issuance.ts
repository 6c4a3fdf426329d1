import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';

/** The value of a spent output is unknown: supply cannot be counted then, so the block is not applied. */
export class UnknownInputValueError extends Error {
  override name = 'UnknownInputValueError';
  constructor(height: number) {
    super(`height ${height}: an input spends an output of unknown value.`);
  }
}

/**
 * Native coins that a block adds to those in existence, shielded ones included; negative if it destroys more than it makes.
 * Summed over a chain this is the `total` of coinsupply at every height (GetNewCoins, komodo_bitcoind.h).
 * @returns satoshis
 * @throws UnknownInputValueError
 */
export function readIssuance({ height, transactions }: Pick<Block, 'height' | 'transactions'>): bigint {
  // The genesis coinbase can never be spent and is in no set of outputs (docs/verus/blocks.md#layout).
  if (height === 0) return 0n;
  return transactions.reduce((issued, transaction) => issued + issuedBy(transaction, height), 0n);
}

function issuedBy(transaction: Transaction, height: number): bigint {
  let issued = 0n;
  for (const output of transaction.outputs) {
    // An OP_RETURN cannot be spent: its value is burnt. The daemon does not look for one in a coinbase.
    if (transaction.index === 0 || !isOpReturn(output)) issued += output.satoshis;
  }
  for (const input of transaction.inputs) {
    if (input.coinbase.length > 0) continue;
    if (input.satoshis === undefined) throw new UnknownInputValueError(height);
    issued -= input.satoshis;
  }
  // Coins that the shielded pools pay into the transparent side have left them: they are moved, not made.
  return issued - transaction.shieldedValueBalance;
}

function isOpReturn({ script }: { script: Uint8Array }): boolean {
  return script[0] === 0x6a;
}
