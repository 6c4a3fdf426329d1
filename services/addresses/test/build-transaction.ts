import type { OutputRow } from '#/db/output-row.ts';
import type { SpendingTransaction } from '#/indexing/resolve-spends.ts';

export const NATIVE = 'native';

let serial = 0;

/** An output that pays `satoshis` (and tokens) to `addresses`; the first one holds it. */
export function buildOutput(
  addresses: readonly string[],
  satoshis: bigint,
  changes: Partial<OutputRow> = {},
): OutputRow {
  serial += 1;
  return {
    txid: serial.toString(16).padStart(64, '0'),
    vout: 0,
    height: 1,
    txIndex: 0,
    satoshis,
    tokens: [],
    kind: null,
    isSpendable: true,
    isCoinbase: false,
    addresses,
    holder: addresses[0] ?? null,
    isSpent: false,
    ...changes,
  };
}

/** A transaction that spends and creates these outputs; its name is that of its first output. */
export function buildTransaction(
  spends: OutputRow[],
  outputs: OutputRow[],
  changes: Partial<SpendingTransaction> = {},
): SpendingTransaction {
  serial += 1;
  const txid = outputs[0]?.txid ?? serial.toString(16).padStart(64, '0');
  const inputs = spends.map(({ txid: spent, vout }) => ({ txid: spent, vout }));
  return {
    height: 1,
    index: 0,
    txid,
    inputs,
    spends,
    outputs,
    scripts: outputs.map(() => new Uint8Array()),
    paysShielded: false,
    ...changes,
  };
}
