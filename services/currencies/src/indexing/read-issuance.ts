import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { FindOutputValue } from './output-values.ts';

/** The value of a spent output is unknown: supply cannot be counted then, so the block is not applied. */
export class UnknownInputValueError extends Error {
  override name = 'UnknownInputValueError';
}

/** Native coins that a block adds to those in existence. */
export interface Issuance {
  /** Satoshis, as if what is spent below were worth nothing. */
  told: bigint;
  /** Spent outputs whose value the block does not tell. */
  unvalued: { txid: string; vout: number }[];
}

export function readIssuance(block: Block): Issuance {
  const issuance: Issuance = { told: 0n, unvalued: [] };
  // The genesis coinbase can never be spent and is in no set of outputs (docs/verus/blocks.md#layout).
  if (block.height === 0) return issuance;
  for (const transaction of block.transactions) issuance.told += toldOf(transaction, issuance.unvalued);
  return issuance;
}

/**
 * Native coins that a block adds to those in existence, shielded ones included; negative if more vanished than came.
 * Summed over a chain this is the `total` of coinsupply at every height (GetNewCoins, komodo_bitcoind.h).
 * @returns satoshis
 * @throws UnknownInputValueError
 */
export function countIssuance({ told, unvalued }: Issuance, findOutputValue: FindOutputValue): bigint {
  return unvalued.reduce((issued, { txid, vout }) => {
    const spent = findOutputValue(txid, vout);
    if (spent === undefined) throw new UnknownInputValueError('an input spends an output of unknown value');
    return issued - spent;
  }, told);
}

function toldOf(transaction: Transaction, unvalued: Issuance['unvalued']): bigint {
  let issued = 0n;
  for (const output of transaction.outputs) {
    // An OP_RETURN cannot be spent: its value is burnt. The daemon does not look for one in a coinbase.
    if (transaction.index === 0 || !isOpReturn(output)) issued += output.satoshis;
  }
  for (const input of transaction.inputs) {
    if (input.coinbase.length > 0) continue;
    if (input.satoshis === undefined) unvalued.push({ txid: hex(input.txid), vout: input.vout });
    else issued -= input.satoshis;
  }
  // Coins that the shielded pools pay into the transparent side have left them: they are moved, not made.
  return issued - transaction.shieldedValueBalance;
}

function isOpReturn({ script }: Output): boolean {
  return script[0] === 0x6a;
}
