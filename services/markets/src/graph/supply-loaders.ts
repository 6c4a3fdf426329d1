import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { listSupplyEvents } from '#/db/list-supply-events.ts';
import { findExportedTotals } from '#/db/lock-tables.ts';

export function createSupplyLoaders(reads: Reads) {
  return {
    supplyEvents: createPageLoader(reads, listSupplyEvents),
    exportedTotals: createReadLoader(reads, findExportedTotals),
  };
}
