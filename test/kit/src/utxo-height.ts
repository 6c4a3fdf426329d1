import { readLines } from '@ledgergraph/recorded-node/recording';

/** A row of `getaddressutxos`, with the members for where its output stands. */
export interface UtxoPlace {
  txid: string;
  height: number;
}

interface RecordedLine {
  height: number;
  block: { tx: { txid: string }[] };
}

/**
 * Returns the height of an output that `getaddressutxos` lists. After a reorganisation took a spend back, verusd may list the output
 * with height 0 and genesis's time: the undo data of a block keeps the height only with the last output spent of a transaction. 0 is
 * never true there, genesis being in no address index, and then the height is that of the block that holds the transaction.
 * @param dir folder of the recording whose rows are read
 * @returns throws for a row of height 0 whose transaction is in no block of the recorded chain
 */
export function utxoHeightIn(dir: string): (row: UtxoPlace) => number {
  const heights = new Map<string, number>();
  for (const line of readLines(dir, 'blocks.jsonl.gz')) {
    // Floats are harmless here: heights and txids alone are taken.
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
