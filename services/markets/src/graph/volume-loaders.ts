import { createRowLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { Reads } from '@ledgergraph/chain-kit/graph/read-each';
import { type ConversionsKey, countConversions, listVolumes } from '#/db/list-volumes.ts';

export function createVolumeLoaders(reads: Reads) {
  return {
    volumePages: createPageLoader(reads, listVolumes),
    conversionCounts: createRowLoader<ConversionsKey, { keyIndex: number; conversions: number }>(
      reads,
      countConversions,
    ),
  };
}
