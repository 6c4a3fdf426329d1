import { type Currency, plainToken } from '@ledgergraph/chain-generator/currency';

export interface FlowCurrency extends Currency {
  name: string;
  isCentralized: boolean;
  /** For a name below it, in itself; satoshis. */
  registrationFee: bigint;
  isRunning: boolean;
  exportedHeight: number;
  exportHeight: number;
}

/** It does not run yet. */
export function plainCurrency(currencyId: string, name: string): FlowCurrency {
  const none = { isCentralized: false, registrationFee: 0n, isRunning: false, exportedHeight: 0, exportHeight: 0 };
  return { ...plainToken(currencyId), name, ...none };
}
