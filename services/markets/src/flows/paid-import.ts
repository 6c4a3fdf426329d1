import type { BasketState } from './basket-state.ts';

/** For an onward leg, the transfer that the output holds. */
export interface PaidOutput {
  vout: number;
  /** Empty for a plain output. */
  kind: string;
  addresses: readonly string[];
  currencyId: string;
  amount: bigint;
  others?: readonly { currencyId: string; amount: bigint }[];
}

export function inCurrency(output: PaidOutput, currencyId: string): PaidOutput | undefined {
  if (output.currencyId === currencyId) return output;
  const other = output.others?.find((one) => one.currencyId === currencyId);
  return other && { ...output, ...other };
}

export interface Settlement {
  outcome: 'SETTLED' | 'REFUNDED';
  /** In the order of the outputs; a burn has none. */
  payouts: readonly PaidOutput[];
  /** False if address, currency or amount differ from the rules. */
  followsRules: boolean;
}

export type RestRole = 'PREALLOCATION' | 'NOTARY' | 'EXPORTER' | 'CARVE_OUT' | 'OTHER';

export type PayoutRole = 'TRANSFER' | RestRole;

export interface RestOutput extends PaidOutput {
  role: RestRole;
}

export interface PaidImport {
  settlements: Settlement[];
  rest: RestOutput[];
}

export interface ImportFacts {
  chainId: string;
  currencyId: string;
  isInitialLaunch: boolean;
  isFromOtherSystem: boolean;
  /** Null where no notarization follows the import, so that nothing can be checked. */
  state: BasketState | null;
}
