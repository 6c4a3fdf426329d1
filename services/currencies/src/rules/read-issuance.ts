import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';

/** The value of a spent output is unknown, so supply cannot be counted. */
export class UnknownInputValueError extends Error {
  override name = 'UnknownInputValueError';
  constructor(height: number) {
    super(`height ${height}: an input spends an output of unknown value.`);
  }
}

/**
 * Negative if more is destroyed than made. The sum over a chain is the `total` of coinsupply (GetNewCoins, komodo_bitcoind.h).
 * @returns satoshis
 * @throws UnknownInputValueError
 */
export function readIssuance({ height, transactions }: Pick<Block, 'height' | 'transactions'>): bigint {
  // The genesis coinbase is unspendable and in no set of outputs (docs/verus/blocks.md#layout).
  if (height === 0) return 0n;
  return transactions.reduce((issued, transaction) => issued + issuedBy(transaction, height), 0n);
}

function issuedBy(transaction: Transaction, height: number): bigint {
  let issued = 0n;
  for (const output of transaction.outputs) {
    // An OP_RETURN burns its value, except in a coinbase, where the daemon does not look for one.
    if (transaction.index === 0 || !isOpReturn(output)) issued += output.satoshis;
  }
  for (const input of transaction.inputs) {
    if (input.coinbase.length > 0) continue;
    if (input.satoshis === undefined) throw new UnknownInputValueError(height);
    issued -= input.satoshis;
  }
  // Coins that leave the shielded pools are moved, not made.
  return issued - transaction.shieldedValueBalance;
}

function isOpReturn({ script }: { script: Uint8Array }): boolean {
  return script[0] === 0x6a;
}
