import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { type RecordedAnswer, readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { type OrphanBranch, type RecordingName, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';

export interface RecordedChain {
  network: NetworkMessage;
  blocks: Block[];
  orphans: OrphanBranch[];
  answers: RecordedAnswer[];
}

export function readRecordedChain(name: RecordingName): RecordedChain {
  return {
    network: announcedNetwork(name, { hasDefinition: true }),
    blocks: readNormalizedBlocks(name),
    orphans: readStreamedOrphans(name),
    answers: [...readRecording(recordingDir(name)).answers()],
  };
}
