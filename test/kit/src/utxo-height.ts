import { readLines } from '@ledgergraph/recorded-node/recording';

export interface UtxoPlace {
  txid: string;
  height: number;
}

interface RecordedLine {
  height: number;
  block: { tx: { txid: string }[] };
}

/**
 * After a reorganisation took a spend back, verusd may list an output with height 0, since a block's undo data keeps the height only
 * with the last spent output of a transaction. 0 is never true there, and the transaction's block gives the height.
 * @returns throws for a row of height 0 whose transaction is in no recorded block
 */
export function utxoHeightIn(dir: string): (row: UtxoPlace) => number {
  const heights = new Map<string, number>();
  for (const line of readLines(dir, 'blocks.jsonl.gz')) {
    // Floats are harmless for heights and txids.
    const { height, block }: RecordedLine = JSON.parse(line);
    for (const { txid } of block.tx) heights.set(txid, height);
  }
  return ({ txid, height }) => {
    if (height > 0) return height;
    const known = heights.get(txid);
    if (known === undefined) throw new Error(`the recorded chain does not hold transaction ${txid}`);
    return known;
  };
}
