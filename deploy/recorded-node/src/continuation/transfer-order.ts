import type { Coin } from './coin.ts';

/** The protocol's order: height, txid bytes (the reverse of the printed order), output. */
export function byPlace(a: Coin, b: Coin): number {
  const order = Buffer.compare(Buffer.from(a.txid, 'hex').reverse(), Buffer.from(b.txid, 'hex').reverse());
  return a.height - b.height || order || a.vout - b.vout;
}
