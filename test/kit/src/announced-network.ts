import { create } from '@bufbuild/protobuf';
import { Environment, type Network, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readMeta, readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';

type RecordingName = Parameters<typeof recordingDir>[0];

/** @param options.hasDefinition with the node's definition of its native currency */
export function announcedNetwork(name: RecordingName, { hasDefinition = false } = {}): Network {
  const { chainId, environment, blockTimeSeconds, name: networkName } = readMeta(recordingDir(name));
  return create(NetworkSchema, {
    chainId,
    name: networkName,
    environment: Environment[environment],
    isDefault: true,
    blockTimeSeconds,
    rootName: 'VRSCTEST',
    nativeDefinitionJson: hasDefinition ? readDefinition(name, networkName) : '',
    finalityDepth: 100,
  });
}

function readDefinition(name: RecordingName, currency: string): string {
  for (const { method, params, result } of readRecording(recordingDir(name)).answers()) {
    if (method === 'getcurrency' && params[0] === currency) return stringifyLossless(result ?? null);
  }
  return stringifyLossless(null);
}
