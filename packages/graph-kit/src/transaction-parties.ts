export interface PartyGain {
  address: string;
  currencyId: string;
  satoshis: bigint;
}

/** Between whom a transaction moved value, without the protocol's own outputs. Lists are cut; the counts are not. */
export interface TransactionParties {
  height: number;
  index: number;
  isStakedBlock: boolean;
  /** Those that lost most native coins first; its spenders, where none lost. */
  payers: readonly string[];
  payerCount: number;
  /** All other addresses, in the order of the outputs. */
  paid: readonly PartyGain[];
  paidCount: number;
  /** Native satoshis out of the shielded pools; below zero: into them. */
  shielded: bigint;
  /** Each once. */
  kinds: readonly string[];
  identities: readonly string[];
}

export function writeParties(parties: TransactionParties): string {
  return JSON.stringify(parties, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

export function readParties(text: string): TransactionParties {
  const { paid, shielded, ...parties } = JSON.parse(text) as Omit<TransactionParties, 'paid' | 'shielded'> & {
    paid: (Omit<PartyGain, 'satoshis'> & { satoshis: string })[];
    shielded: string;
  };
  return {
    ...parties,
    shielded: BigInt(shielded),
    paid: paid.map(({ satoshis, ...gain }) => ({ ...gain, satoshis: BigInt(satoshis) })),
  };
}
