import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { listOffers } from '#/db/list-offers.ts';
import { findIncomes, findRegistrations } from '#/db/list-registrations.ts';
import { createPageLoader } from './page-loader.ts';

/** Loaders of offers and registrations. */
export function createOfferLoaders(reads: Reads) {
  return {
    offers: createPageLoader(reads, listOffers),
    registration: createReadLoader(reads, findRegistrations),
    referralIncomes: createReadLoader(reads, findIncomes),
  };
}
