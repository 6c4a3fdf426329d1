import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { hex } from '@ledgergraph/service-kit/hex';
import type { NewOutputRow } from '#/db/output-row.ts';
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
  outputs: NewOutputRow[];
  /** Value went into the shielded pools. */
  paysShielded: boolean;
}

/**
 * The transactions of consecutive blocks. The coinbase of genesis is left out: it can never be spent and the node's address
 * index does not know it (verus-rpc.md section 18, trap 15).
 */
export function readTransactions(blocks: readonly Block[]): ChainTransaction[] {
  return blocks
    .filter((block) => block.height > 0)
    .flatMap((block) => block.transactions.map((transaction) => readTransaction(block.height, transaction)));
}

function readTransaction(height: number, transaction: Transaction): ChainTransaction {
  const txid = hex(transaction.txid);
  const place = { txid, height, txIndex: transaction.index, isCoinbase: transaction.index === 0 };
  return {
    height,
    index: transaction.index,
    txid,
    inputs: transaction.inputs
      .filter((input) => input.txid.length > 0)
      .map((input) => ({ txid: hex(input.txid), vout: input.vout })),
    outputs: transaction.outputs
      // Nobody can ever spend these, so they are no coins.
      .filter((output) => output.scriptType !== 'nulldata')
      .map((output) => readOutput(place, output)),
    paysShielded: transaction.shieldedValueBalance < 0n,
  };
}

function readOutput(
  place: Pick<NewOutputRow, 'txid' | 'height' | 'txIndex' | 'isCoinbase'>,
  output: Output,
): NewOutputRow {
  return {
    ...place,
    vout: output.index,
    satoshis: output.satoshis,
    tokens: output.currencyValues
      .filter(({ satoshis }) => satoshis !== 0n)
      .map(({ currencyId, satoshis }) => ({ currencyId, satoshis })),
    kind: output.kind === '' ? null : output.kind,
    script: output.script,
    isSpendable: output.spendable,
    addresses: readIndexedAddresses(output),
    holder: readHolder(output.addresses),
    spend: null,
  };
}
