import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { findMadeTransfers, findPaidParts, findTransactionFacts } from '#/db/find-movement-facts.ts';

/** Loaders of what kinds of movements follow from. */
export function createKindLoaders(reads: Reads) {
  return {
    transactionFacts: createReadLoader(reads, findTransactionFacts),
    madeTransfers: createReadLoader(reads, findMadeTransfers),
    paidParts: createReadLoader(reads, findPaidParts),
  };
}
