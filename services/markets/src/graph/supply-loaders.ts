import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { listSupplyEvents } from '#/db/list-supply-events.ts';

/** Loaders of supplies. */
export function createSupplyLoaders(reads: Reads) {
  return { supplyEvents: createPageLoader(reads, listSupplyEvents) };
}
