import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findObjects } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { computeTransactionSize } from '@ledgergraph/verus-protocol/transaction-size';

/** Bytes, which getblock does not print, from the parts that it prints. @returns null for a transaction with a missing part */
export function readTransactionSizes(block: JsonObject, transactions: readonly Transaction[]): (number | null)[] {
  const printed = findObjects(block, 'tx');
  return transactions.map((transaction, index) => readSize(printed[index], transaction));
}

function readSize(printed: JsonObject | undefined, { version, inputs, outputs }: Transaction): number | null {
  if (printed === undefined) return null;
  const inputScripts: number[] = [];
  for (const [index, vin] of findObjects(printed, 'vin').entries()) {
    const coinbase = inputs[index]?.coinbase.length ?? 0;
    const script = isJsonObject(vin.scriptSig) ? vin.scriptSig.hex : undefined;
    if (coinbase === 0 && typeof script !== 'string') return null;
    inputScripts.push(typeof script === 'string' ? script.length / 2 : coinbase);
  }
  return computeTransactionSize({
    version,
    isOverwintered: printed.expiryheight !== undefined,
    inputScripts,
    outputScripts: outputs.map(({ script }) => script.length),
    saplingSpends: findObjects(printed, 'vShieldedSpend').length,
    saplingOutputs: findObjects(printed, 'vShieldedOutput').length,
    joinSplits: findObjects(printed, 'vjoinsplit').length,
  });
}
