import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { hex } from '@ledgergraph/service-kit/hex';
import { inTurns } from '@ledgergraph/service-kit/turns';
import type { OutputRow } from '#/db/output-row.ts';
import { readHolder } from './read-holder.ts';
import { readIndexedAddresses } from './read-indexed-addresses.ts';

export interface Outpoint {
  txid: string;
  vout: number;
}

/** What the address index takes from a transaction. */
export interface ChainTransaction {
  height: number;
  /** Position in the block. */
  index: number;
  txid: string;
  /** In input order; empty for a coinbase. */
  inputs: Outpoint[];
  outputs: OutputRow[];
  /** Of each output. */
  scripts: Uint8Array[];
  /** Value went into the shielded pools. */
  paysShielded: boolean;
}

/**
 * The transactions of consecutive blocks. The coinbase of genesis is left out: it can never be spent and the node's address
 * index does not know it (verus-rpc.md section 18, trap 15).
 */
export async function readTransactions(blocks: readonly Block[]): Promise<ChainTransaction[]> {
  // Each text once, whatever number of blocks say it: then it is hashed once, and found by being the same.
  const texts = new Map<string, string>();
  const once = (text: string): string => {
    const met = texts.get(text);
    if (met === undefined) texts.set(text, text);
    return met ?? text;
  };
  const transactions: ChainTransaction[] = [];
  await inTurns(blocks, ({ height, transactions: ofBlock }) => {
    if (height === 0) return;
    for (const transaction of ofBlock) transactions.push(readTransaction(height, transaction, once));
  });
  return transactions;
}

function readTransaction(height: number, transaction: Transaction, once: (text: string) => string): ChainTransaction {
  const txid = hex(transaction.txid);
  // Nobody can ever spend the others, so they are no coins.
  const coins = transaction.outputs.filter((output) => output.scriptType !== 'nulldata');
  const place = { txid, height, txIndex: transaction.index, isCoinbase: transaction.index === 0 };
  return {
    height,
    index: transaction.index,
    txid,
    inputs: transaction.inputs
      .filter((input) => input.txid.length > 0)
      .map((input) => ({ txid: hex(input.txid), vout: input.vout })),
    outputs: coins.map((output) => readOutput(place, output, once)),
    scripts: coins.map(({ script }) => script),
    paysShielded: transaction.shieldedValueBalance < 0n,
  };
}

function readOutput(
  { txid, height, txIndex, isCoinbase }: Pick<OutputRow, 'txid' | 'height' | 'txIndex' | 'isCoinbase'>,
  output: Output,
  once: (text: string) => string,
): OutputRow {
  const holder = readHolder(output.addresses);
  return {
    txid,
    height,
    txIndex,
    isCoinbase,
    vout: output.index,
    satoshis: output.satoshis,
    tokens: output.currencyValues
      .filter(({ satoshis }) => satoshis !== 0n)
      .map(({ currencyId, satoshis }) => ({ currencyId: once(currencyId), satoshis })),
    kind: output.kind === '' ? null : output.kind,
    isSpendable: output.spendable,
    addresses: readIndexedAddresses(output).map(once),
    holder: holder === null ? null : once(holder),
    isSpent: false,
  };
}
