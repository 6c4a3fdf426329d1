import { type Network, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { type RecordedAnswer, readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { type RecordingName, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';

export interface RecordedChain {
  network: Network;
  blocks: Block[];
  answers: RecordedAnswer[];
}

export function readRecordedChain(name: RecordingName): RecordedChain {
  return {
    network: readNetworkMessage(announcedNetwork(name)),
    blocks: readNormalizedBlocks(name),
    answers: [...readRecording(recordingDir(name)).answers()],
  };
}

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
