import { hex } from '@ledgergraph/chain-kit/hex';
import { VRSCTEST } from './apply-recording.ts';
import { poolable, txidOf } from './fill-pool.ts';
import { main, TIP } from './pending-setting.ts';

/** In their order: some spend from others, some carry tokens. */
export const pooled = poolable(main.slice(TIP + 1, TIP + 9));
export const pooledTxids = pooled.map(txidOf);

export interface Row {
  address: string;
  currencyId: string;
  satoshis: bigint;
}

/** Computed from outputs and spends, without our own code. */
export function sumChanges(wanted: readonly string[]): Row[] {
  const outputs = new Map(
    main.flatMap(({ transactions }) => transactions.map((one) => [hex(one.txid), one.outputs] as const)),
  );
  const sums = new Map<string, bigint>();
  for (const one of pooled.filter((candidate) => wanted.includes(txidOf(candidate)))) {
    const spent = one.inputs.flatMap(({ txid, vout }) => outputs.get(hex(txid))?.[vout] ?? []);
    for (const [sign, list] of [
      [-1n, spent],
      [1n, one.outputs],
    ] as const) {
      for (const { addresses, satoshis, currencyValues } of list) {
        for (const address of new Set(addresses)) {
          for (const amount of [{ currencyId: VRSCTEST, satoshis }, ...currencyValues]) {
            const key = `${address} ${amount.currencyId}`;
            sums.set(key, (sums.get(key) ?? 0n) + sign * amount.satoshis);
          }
        }
      }
    }
  }
  return Array.from(sums, ([key, satoshis]) => {
    const [address = '', currencyId = ''] = key.split(' ');
    return { address, currencyId, satoshis };
  }).filter(({ satoshis }) => satoshis !== 0n);
}

export function findBusyAddress(): string {
  const rows = Map.groupBy(sumChanges(pooledTxids), ({ address }) => address);
  const uses = (address: string): number =>
    pooled.filter(({ outputs }) => outputs.some(({ addresses }) => addresses.includes(address))).length;
  const [busiest] = [...rows.keys()].toSorted((a, b) => uses(b) - uses(a));
  if (busiest === undefined) throw new Error('no address is paid');
  return busiest;
}

export const amountsOf = (rows: readonly Row[], address: string) =>
  rows
    .filter((row) => row.address === address)
    .toSorted((a, b) => {
      if (a.currencyId === VRSCTEST || b.currencyId === VRSCTEST) return a.currencyId === VRSCTEST ? -1 : 1;
      return a.currencyId < b.currencyId ? -1 : 1;
    })
    .map(({ currencyId, satoshis }) => ({
      currencyId,
      satoshis: String(satoshis),
      currency: { currencyId, at: null },
    }));

export const AMOUNTS = '{ currencyId satoshis currency { currencyId at } }';
