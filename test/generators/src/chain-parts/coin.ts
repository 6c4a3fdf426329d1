/** `identity`, `state`: the one output with a present state; `transfer`, `deposit`, `export`: for an import; `lot`: of an offer. */
export type CoinRole = 'coin' | 'identity' | 'state' | 'transfer' | 'deposit' | 'export' | 'lot' | 'dead';

/** In satoshis. */
export interface Coin {
  txid: string;
  vout: number;
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  address: string;
  role: CoinRole;
  about: string;
  matureHeight: number;
}

export function coinKey({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}
