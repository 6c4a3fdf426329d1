import { findHeightsByHash } from '@ledgergraph/chain-kit/chain/applied-blocks';
import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { findPayouts } from '#/db/find-payouts.ts';
import { findArrivals, findExports, findExportsOf, findImports, findImportsOf } from '#/db/find-records.ts';
import {
  findExported,
  findSettled,
  findTransfers,
  findTransfersOf,
  listTransfersOfExports,
  listTransfersOfImports,
} from '#/db/find-transfers.ts';
import { listBlockExports, listBlockImports } from '#/db/list-block-records.ts';
import { listConversions, listExports, listImports, listTransfers } from '#/db/list-members.ts';
import { listOpenTransfers } from '#/db/list-open-transfers.ts';

export function createFlowLoaders(reads: Reads) {
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
    openTransfers: async (...[view, filter, page]: Tail<Parameters<typeof listOpenTransfers>>) =>
      listOpenTransfers(await reads(view.chainId), view, filter, page),
  };
}

type Tail<Values extends unknown[]> = Values extends [unknown, ...infer Rest] ? Rest : never;
