import { ConversionFault } from './curve.ts';

/** Amounts at one height relative to their weights: one step of the curve. */
export interface Layer {
  weight: bigint;
  amount: bigint;
  members: number[];
}

/**
 * The lowest amount, relative to its weight, is a layer of all; the rest is cut in the same way. As in the daemon, odd satoshis below
 * the height of a layer are dropped.
 * @param amounts net; those at or below zero take no part
 * @throws ConversionFault
 */
export function cutLayers(amounts: readonly bigint[], weights: readonly bigint[]): Layer[] {
  let widest = 0n;
  for (const weight of weights) if (weight > widest) widest = weight;
  const columns = amounts
    .map((amount, index) => ({ index, rest: amount, weight: weights[index] ?? 0n }))
    .filter(({ rest }) => rest > 0n)
    .map((column) => {
      if (column.weight === 0n) throw new ConversionFault('a reserve has no weight');
      return { ...column, height: (column.rest * widest) / column.weight };
    })
    // Equal heights keep the order of the reserves.
    .sort((a, b) => (a.height < b.height ? -1 : a.height > b.height ? 1 : 0));
  const layers: Layer[] = [];
  let floor = 0n;
  for (const [first, { height }] of columns.entries()) {
    if (height <= floor) continue;
    const layer: Layer = { weight: 0n, amount: 0n, members: [] };
    for (const column of columns.slice(first)) {
      const part = ((height - floor) * column.weight) / widest;
      column.rest -= part;
      if (column.rest < 0n) throw new ConversionFault('a layer is larger than what is left');
      layer.weight += column.weight;
      layer.amount += part;
      layer.members.push(column.index);
    }
    layers.push(layer);
    floor = height;
  }
  return layers;
}
