import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { findIncomes, findRegistrations } from '#/db/find-registrations.ts';
import { findLaunches, findLaunchTotals } from '#/db/list-launches.ts';
import { listRegistrations } from '#/db/list-members.ts';
import { findOffers, listOffers } from '#/db/list-offers.ts';

export function createOfferLoaders(reads: Reads) {
  return {
    launch: createReadLoader(reads, findLaunches),
    launchTotals: createReadLoader(reads, findLaunchTotals),
    offers: createPageLoader(reads, listOffers),
    offer: createReadLoader(reads, findOffers),
    registrationPages: createPageLoader(reads, listRegistrations),
    registration: createReadLoader(reads, findRegistrations),
    referralIncomes: createReadLoader(reads, findIncomes),
  };
}
