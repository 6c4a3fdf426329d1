/** An output, by the transaction that made it. */
export interface Outpoint {
  txid: string;
  vout: number;
}

export function keyOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

/** Place of an output in the chain. */
export interface Place extends Outpoint {
  height: number;
  txIndex: number;
}
