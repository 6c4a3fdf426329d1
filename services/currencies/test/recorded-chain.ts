import { create } from '@bufbuild/protobuf';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { Environment, type Network as NetworkMessage, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { type RecordedAnswer, readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  type OrphanBranch,
  type RecordingName,
  readNormalizedBlocks,
  readNormalizedOrphans,
} from '@ledgergraph/test-kit/normalized-blocks';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';

/** A recording as the block stream would announce and deliver it, and what the node answered about it. */
export interface RecordedChain {
  network: NetworkMessage;
  blocks: Block[];
  orphans: OrphanBranch[];
  answers: RecordedAnswer[];
}

export function readRecordedChain(name: RecordingName): RecordedChain {
  const recording = readRecording(recordingDir(name));
  const { meta } = recording;
  const answers = [...recording.answers()];
  const native = answers.find(({ method, params }) => method === 'getcurrency' && params[0] === meta.name);
  return {
    network: create(NetworkSchema, {
      chainId: meta.chainId,
      name: meta.name,
      environment: Environment[meta.environment],
      isDefault: true,
      blockTimeSeconds: meta.blockTimeSeconds,
      rootName: 'VRSCTEST',
      nativeDefinitionJson: stringifyLossless(native?.result ?? null),
      finalityDepth: 100,
    }),
    blocks: readNormalizedBlocks(name),
    orphans: readNormalizedOrphans(name),
    answers,
  };
}
