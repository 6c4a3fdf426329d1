import type { Network } from '@ledgergraph/chain-kit/chain/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type RecordedAnswer, readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordingName, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';

export interface RecordedChain {
  network: Network;
  blocks: Block[];
  answers: RecordedAnswer[];
}

/** A recording as this service would meet it, and what the node answered about it. */
export function readRecordedChain(name: RecordingName): RecordedChain {
  const { meta, answers } = readRecording(recordingDir(name));
  return {
    network: {
      chainId: meta.chainId,
      name: meta.name,
      environment: meta.environment,
      isDefault: true,
      blockTimeSeconds: meta.blockTimeSeconds,
      rootName: 'VRSCTEST',
      nativeDefinition: null,
      finalityDepth: 100,
    },
    blocks: readNormalizedBlocks(name),
    answers: [...answers()],
  };
}

/** What the daemon prints of an identity; only what tests read. */
export interface NodeIdentity {
  version: number;
  flags: number;
  name: string;
  identityaddress: string;
  parent: string;
  systemid: string;
  primaryaddresses: string[];
  minimumsignatures: number;
  revocationauthority: string;
  recoveryauthority: string;
  timelock: number;
  contentmap: Record<string, string>;
  contentmultimap?: Record<string, unknown>;
}
