import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type RecordingName, readAddresses, satoshisOf } from './recorded-answers.ts';

export interface RecordedMovement {
  txid: string;
  height: number;
  amount: bigint;
}

export type RecordedMovements = ReadonlyMap<string, readonly RecordedMovement[]>;

/** One movement for each transaction and currency in the node's deltas. */
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

/** For a recording whose node was not asked about every address. */
export function countMovements(blocks: readonly Block[], chainId: string): Map<string, RecordedMovements> {
  const outputs = new Map<string, Output>();
  const counted = new Map<string, Map<string, RecordedMovement[]>>();
  for (const { height, transactions } of blocks.slice(1)) {
    for (const transaction of transactions) {
      const txid = hex(transaction.txid);
      const move = (address: string, currencyId: string, amount: bigint) => {
        const currencies = counted.get(address) ?? new Map<string, RecordedMovement[]>();
        counted.set(address, currencies);
        const movements = currencies.get(currencyId) ?? [];
        currencies.set(currencyId, movements);
        const last = movements.at(-1);
        if (last?.txid === txid) last.amount += amount;
        else movements.push({ txid, height, amount });
      };
      const moveAll = (output: Output, sign: bigint) => {
        const values = [{ currencyId: chainId, satoshis: output.satoshis }, ...output.currencyValues];
        for (const address of readIndexedAddresses(output)) {
          for (const { currencyId, satoshis } of values) if (satoshis > 0n) move(address, currencyId, sign * satoshis);
        }
      };
      for (const input of transaction.inputs) {
        const spent = outputs.get(`${hex(input.txid)}:${input.vout}`);
        if (spent !== undefined) moveAll(spent, -1n);
      }
      for (const output of transaction.outputs) {
        outputs.set(`${txid}:${output.index}`, output);
        moveAll(output, 1n);
      }
    }
  }
  return counted;
}

export function sumOf(movements: readonly RecordedMovement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + amount, 0n);
}

export function busiestAddress(
  recorded: ReadonlyMap<string, ReadonlyMap<string, readonly RecordedMovement[]>>,
  chainId: string,
): { address: string; movements: readonly RecordedMovement[] } {
  const all = [...recorded].map(([address, currencies]) => ({ address, movements: currencies.get(chainId) ?? [] }));
  const blocksOf = ({ movements }: (typeof all)[number]) => new Set(movements.map(({ height }) => height)).size;
  return all.reduce((most, one) => (blocksOf(one) > blocksOf(most) ? one : most));
}
