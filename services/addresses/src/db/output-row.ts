/** An amount of one currency, in satoshis. */
export interface CurrencyValue {
  currencyId: string;
  satoshis: bigint;
}

/** Where an output ended. */
export interface Spend {
  /** Place of the spender, and the number of its input. */
  height: number;
  txIndex: number;
  index: number;
}

/** A row of `output`, with the names that ids and places stand for there. Hashes are hex as verusd prints them. */
export interface OutputRow {
  txid: string;
  vout: number;
  height: number;
  txIndex: number;
  /** Native value. */
  satoshis: bigint;
  /** What it carries besides; none of them zero. */
  tokens: readonly CurrencyValue[];
  kind: string | null;
  isSpendable: boolean;
  isCoinbase: boolean;
  /** Addresses it is credited to, each once. */
  addresses: readonly string[];
  /** The one address the rich list counts it for. */
  holder: string | null;
  /** By some block that was read: what was written already may not say so yet. */
  isSpent: boolean;
}

/** An output and where it ended. */
export interface SpentOutput {
  output: OutputRow;
  spend: Spend;
}

/** What a batch does to outputs. */
export interface OutputChanges {
  /** In chain order. */
  created: readonly OutputRow[];
  /** Of each of those, its script: only readers of single outputs need it again. */
  scripts: readonly Uint8Array[];
  /** What is created and stays unspent. */
  unspent: readonly OutputRow[];
  /** All that is spent. */
  spent: readonly SpentOutput[];
  /** What of it was created before the batch. */
  spentBefore: readonly OutputRow[];
}

/** Whether an output carries anything; most protocol outputs do not. */
export function hasValue({ satoshis, tokens }: Pick<OutputRow, 'satoshis' | 'tokens'>): boolean {
  return satoshis !== 0n || tokens.length > 0;
}
