import type { BasketState } from './basket-state.ts';

/** An output that an import pays; of an onward leg, the transfer that it holds. */
export interface PaidOutput {
  vout: number;
  /** Kind of the output; empty for a plain one. */
  kind: string;
  addresses: readonly string[];
  currencyId: string;
  /** Satoshis. */
  amount: bigint;
  /** Amounts of other currencies that it carries besides; absent: none. */
  others?: readonly { currencyId: string; amount: bigint }[];
}

/** The output as it pays in a currency; undefined: it does not. */
export function inCurrency(output: PaidOutput, currencyId: string): PaidOutput | undefined {
  if (output.currencyId === currencyId) return output;
  const other = output.others?.find((one) => one.currencyId === currencyId);
  return other && { ...output, ...other };
}

/** How an import paid one of its transfers. */
export interface Settlement {
  outcome: 'SETTLED' | 'REFUNDED';
  /** In the order of the outputs; none for a burn. */
  payouts: readonly PaidOutput[];
  /** False: address, currency or amount differ from the rules. */
  followsRules: boolean;
}

export type RestRole = 'PREALLOCATION' | 'NOTARY' | 'EXPORTER' | 'CARVE_OUT' | 'OTHER';

/** Purpose of an output of an import. */
export type PayoutRole = 'TRANSFER' | RestRole;

/** An output of an import that pays no transfer. */
export interface RestOutput extends PaidOutput {
  role: RestRole;
}

export interface PaidImport {
  /** In the order of the transfers. */
  settlements: Settlement[];
  rest: RestOutput[];
}

/** Facts of an import that its payouts follow from. */
export interface ImportFacts {
  chainId: string;
  currencyId: string;
  isInitialLaunch: boolean;
  isFromOtherSystem: boolean;
  /** Null where no notarization follows the import: then nothing can be checked. */
  state: BasketState | null;
}
