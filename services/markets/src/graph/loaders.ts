import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { createFlowLoaders } from './flow-loaders.ts';
import { createKindLoaders } from './kind-loaders.ts';
import { createMarketLoaders } from './market-loaders.ts';
import { createOfferLoaders } from './offer-loaders.ts';
import { createSupplyLoaders } from './supply-loaders.ts';
import { createVolumeLoaders } from './volume-loaders.ts';

export type Loaders = ReturnType<typeof createLoaders>;
export type Context = ReadContext<Loaders>;

/** Keys of the same tick become one query, and a request reads nothing twice. */
export function createLoaders({ reads }: Pick<ReadContext, 'reads'>) {
  return {
    ...createFlowLoaders(reads),
    ...createMarketLoaders(reads),
    ...createOfferLoaders(reads),
    ...createKindLoaders(reads),
    ...createSupplyLoaders(reads),
    ...createVolumeLoaders(reads),
  };
}
