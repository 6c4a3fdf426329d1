import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { findTransactionFacts } from '#/db/find-movement-facts.ts';
import { findOfferSteps, findSummaryRecords } from '#/db/find-summary-records.ts';
import { findNames } from '#/db/label-table.ts';
import { findMovementKinds } from './find-movement-kinds.ts';

export function createKindLoaders(reads: Reads) {
  return {
    transactionFacts: createReadLoader(reads, findTransactionFacts),
    movementKind: createReadLoader(reads, findMovementKinds),
    summaryRecords: createReadLoader(reads, findSummaryRecords),
    offerSteps: createReadLoader(reads, findOfferSteps),
    names: createReadLoader(reads, findNames),
  };
}
