import { findHeightsByHash } from '@ledgergraph/chain-kit/chain/applied-blocks';
import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { findBasketsOfPairs, findListedPairs, findMarketsOfPairs, listMarkets } from '#/db/find-markets.ts';
import { findTransactionFacts } from '#/db/find-movement-facts.ts';
import { findPayouts } from '#/db/find-payouts.ts';
import { findArrivals, findExports, findExportsOf, findImports, findImportsOf } from '#/db/find-records.ts';
import { findIncomes, findRegistrations } from '#/db/find-registrations.ts';
import { findOfferSteps, findSummaryRecords } from '#/db/find-summary-records.ts';
import {
  findExported,
  findSettled,
  findTransfers,
  findTransfersOf,
  listTransfersOfExports,
  listTransfersOfImports,
} from '#/db/find-transfers.ts';
import { findNames } from '#/db/label-table.ts';
import { listBlockExports, listBlockImports } from '#/db/list-block-records.ts';
import { findLaunches, findLaunchTotals } from '#/db/list-launches.ts';
import { listConversions, listExports, listImports, listRegistrations, listTransfers } from '#/db/list-members.ts';
import { findOffers, listOffers } from '#/db/list-offers.ts';
import { listSupplyEvents } from '#/db/list-supply-events.ts';
import { countConversions, listVolumes } from '#/db/list-volumes.ts';
import { findExportedTotals } from '#/db/lock-tables.ts';
import { findMovementKinds } from './find-movement-kinds.ts';

export type Loaders = ReturnType<typeof createLoaders>;
export type Context = ReadContext<Loaders>;

/** Keys of the same tick become one query, and a request reads nothing twice. */
export function createLoaders({ reads }: Pick<ReadContext, 'reads'>) {
  return {
    transfers: createReadLoader(reads, findTransfers),
    transfersOf: createReadLoader(reads, findTransfersOf),
    exports: createReadLoader(reads, findExports),
    exportsOf: createReadLoader(reads, findExportsOf),
    imports: createReadLoader(reads, findImports),
    importsOf: createReadLoader(reads, findImportsOf),
    arrivals: createReadLoader(reads, findArrivals),
    settled: createReadLoader(reads, findSettled),
    exported: createReadLoader(reads, findExported),
    payouts: createReadLoader(reads, findPayouts),
    transferPages: createPageLoader(reads, listTransfers),
    conversionPages: createPageLoader(reads, listConversions),
    exportPages: createPageLoader(reads, listExports),
    importPages: createPageLoader(reads, listImports),
    transfersOfExports: createPageLoader(reads, listTransfersOfExports),
    transfersOfImports: createPageLoader(reads, listTransfersOfImports),
    blockHeights: createReadLoader(reads, findHeightsByHash),
    blockExports: createPageLoader(reads, listBlockExports),
    blockImports: createPageLoader(reads, listBlockImports),
    marketPages: createPageLoader(reads, listMarkets),
    pairMarket: createReadLoader(reads, findMarketsOfPairs),
    listedPair: createReadLoader(reads, findListedPairs),
    pairBaskets: createReadLoader(reads, findBasketsOfPairs),
    launch: createReadLoader(reads, findLaunches),
    launchTotals: createReadLoader(reads, findLaunchTotals),
    offers: createPageLoader(reads, listOffers),
    offer: createReadLoader(reads, findOffers),
    registrationPages: createPageLoader(reads, listRegistrations),
    registration: createReadLoader(reads, findRegistrations),
    referralIncomes: createReadLoader(reads, findIncomes),
    transactionFacts: createReadLoader(reads, findTransactionFacts),
    movementKind: createReadLoader(reads, findMovementKinds),
    summaryRecords: createReadLoader(reads, findSummaryRecords),
    offerSteps: createReadLoader(reads, findOfferSteps),
    names: createReadLoader(reads, findNames),
    supplyEvents: createPageLoader(reads, listSupplyEvents),
    exportedTotals: createReadLoader(reads, findExportedTotals),
    volumePages: createPageLoader(reads, listVolumes),
    conversionCounts: createReadLoader(reads, countConversions),
  };
}
