export interface Outpoint {
  txid: string;
  vout: number;
}

export function keyOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

export interface Place extends Outpoint {
  height: number;
  txIndex: number;
}
