import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { listContributions } from '#/db/list-contributions.ts';
import { findLaunches, findLaunchTotals } from '#/db/list-launches.ts';
import { findOffers, listOffers } from '#/db/list-offers.ts';
import { findIncomes, findRegistrations } from '#/db/list-registrations.ts';

/** Loaders of launches, offers and registrations. */
export function createOfferLoaders(reads: Reads) {
  return {
    launch: createReadLoader(reads, findLaunches),
    launchTotals: createReadLoader(reads, findLaunchTotals),
    contributions: createPageLoader(reads, listContributions),
    offers: createPageLoader(reads, listOffers),
    offer: createReadLoader(reads, findOffers),
    registration: createReadLoader(reads, findRegistrations),
    referralIncomes: createReadLoader(reads, findIncomes),
  };
}
