/**
 * Role of an output: plain coin, the one output that carries the present state of an identity or a currency, a
 * transfer that waits for a basket's import, a basket's deposit, an export that waits for its import, or the lot of an offer.
 */
export type CoinRole = 'coin' | 'identity' | 'state' | 'transfer' | 'deposit' | 'export' | 'lot' | 'dead';

/** An output as later transactions spend it; amounts in satoshis. */
export interface Coin {
  txid: string;
  vout: number;
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  address: string;
  role: CoinRole;
  /** i-address of the identity or currency whose state it carries; empty for others. */
  about: string;
  /** A coinbase may be spent from here on. */
  matureHeight: number;
}

export function coinKey({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
