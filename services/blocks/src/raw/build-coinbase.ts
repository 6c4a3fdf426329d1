import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { encodeCoinbase } from '@ledgergraph/verus-protocol/encode-coinbase';
import { hashTransaction } from '@ledgergraph/verus-protocol/transaction-hash';

/** @returns undefined for one with shielded parts, which are in no row: its hash shows it */
export function buildCoinbase(txid: string, body: Transaction | undefined): Uint8Array | undefined {
  const [input] = body?.inputs ?? [];
  if (body === undefined || input === undefined) return undefined;
  const built = encodeCoinbase({
    version: body.version,
    lockTime: body.lockTime,
    expiryHeight: body.expiryHeight ?? null,
    script: input.coinbase,
    sequence: input.sequence,
    outputs: body.outputs.map(({ satoshis, script }) => ({ value: satoshis, script })),
  });
  return hashTransaction(built) === txid ? built : undefined;
}
