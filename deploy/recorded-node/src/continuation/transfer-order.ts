import type { Coin } from './coin.ts';

/** The protocol's order of transfers: height, then the bytes of the txid, which are in the reverse of how they are printed, then the output. */
export function byPlace(a: Coin, b: Coin): number {
  const order = Buffer.compare(Buffer.from(a.txid, 'hex').reverse(), Buffer.from(b.txid, 'hex').reverse());
  return a.height - b.height || order || a.vout - b.vout;
}
