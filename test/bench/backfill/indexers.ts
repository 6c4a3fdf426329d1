export const INDEXERS = ['identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;
export type IndexerName = (typeof INDEXERS)[number];
