import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type RecordingName, readAddresses, satoshisOf } from './recorded-answers.ts';

/** Effect of a transaction on one currency of an address, by the recorded node's own index. */
export interface RecordedMovement {
  txid: string;
  height: number;
  /** Net, signed. */
  amount: bigint;
}

/** Movements of each currency of an address, oldest first. */
export type RecordedMovements = ReadonlyMap<string, readonly RecordedMovement[]>;

/** Reads the node's deltas of all addresses that it was asked about: one movement for each transaction and currency that they name. */
export function readRecordedMovements(name: RecordingName, chainId: string): Map<string, RecordedMovements> {
  return new Map(
    readAddresses(name).map(({ address, deltas }) => {
      const placed = deltas.map((delta) => ({ delta, height: Number(delta.height), index: Number(delta.blockindex) }));
      const movements = new Map<string, Map<string, RecordedMovement>>();
      for (const { delta, height } of placed.sort((a, b) => a.height - b.height || a.index - b.index)) {
        const txid = String(delta.txid);
        const tokens = isJsonObject(delta.currencyvalues) ? Object.entries(delta.currencyvalues) : [];
        const amounts = tokens
          .filter(([id]) => id !== chainId)
          .map(([id, coins]): [string, bigint] => [id, satoshisFromDecimalText(String(coins))]);
        for (const [id, amount] of [[chainId, satoshisOf(delta.satoshis)] as [string, bigint], ...amounts]) {
          if (amount === 0n) continue;
          const ofCurrency = movements.get(id) ?? new Map<string, RecordedMovement>();
          movements.set(id, ofCurrency);
          const met = ofCurrency.get(txid) ?? { txid, height, amount: 0n };
          ofCurrency.set(txid, { ...met, amount: met.amount + amount });
        }
      }
      return [address, new Map([...movements].map(([id, ofCurrency]) => [id, [...ofCurrency.values()]]))];
    }),
  );
}

/** Balance after the last of these movements. */
export function sumOf(movements: readonly RecordedMovement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + amount, 0n);
}
