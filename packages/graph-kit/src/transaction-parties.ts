/** Gain of an address in one currency. */
export interface PartyGain {
  address: string;
  currencyId: string;
  satoshis: bigint;
}

/**
 * Whom a transaction moved value between: what blocks gives to the subgraph that describes transactions. Addresses of the protocol's own
 * outputs are left out. Lists are cut; the counts are not.
 */
export interface TransactionParties {
  /** Place in the chain. */
  height: number;
  index: number;
  isStakedBlock: boolean;
  /** Addresses that lost value, those that lost most native coins first; of a transaction in which none lost, its spenders. */
  payers: readonly string[];
  payerCount: number;
  /** Gains of all other addresses, in the order of the outputs. */
  paid: readonly PartyGain[];
  paidCount: number;
  /** Native satoshis that came out of the shielded pools; below zero: that went into them. */
  shielded: bigint;
  /** Kinds of the protocol's outputs among its own, each once. */
  kinds: readonly string[];
  /** Identities whose states it writes. */
  identities: readonly string[];
}

/** Text that travels in a field of the graph. */
export function writeParties(parties: TransactionParties): string {
  return JSON.stringify(parties, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** @param text as `writeParties` writes it */
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
