/**
 * The owner can spend a `coin`; nothing here spends a `dead` one; the rest carry what a later transaction goes on from.
 * docs/verus/outputs.md#kinds.
 */
export type CoinRole =
  | 'coin'
  | 'identity'
  | 'state'
  | 'import'
  | 'export'
  | 'finalization'
  | 'deposit'
  | 'transfer'
  | 'commitment'
  | 'dead';

/** In satoshis. */
export interface Coin {
  txid: string;
  vout: number;
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  /** Empty where the output names none. */
  address: string;
  role: CoinRole;
  /** Identity or currency of a protocol's output. */
  about: string;
  /** Height of the first block that may spend it. */
  matureHeight: number;
}

export function coinKey({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string {
  return `${txid}:${vout}`;
}

export function sumSatoshis(coins: readonly { satoshis: bigint }[]): bigint {
  return coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
}
