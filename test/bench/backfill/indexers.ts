/** Subgraphs that index from the block stream, and whose work is measured: a report names each. */
export const INDEXERS = ['identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;
export type IndexerName = (typeof INDEXERS)[number];
