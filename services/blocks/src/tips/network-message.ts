import { create } from '@bufbuild/protobuf';
import type { Network } from '@ledgergraph/graph-kit/network';
import { Environment, type Network as NetworkMessage, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';

export function networkMessage(network: Network): NetworkMessage {
  return create(NetworkSchema, {
    chainId: network.chainId,
    name: network.name,
    environment: network.environment === 'MAINNET' ? Environment.MAINNET : Environment.TESTNET,
    isDefault: network.isDefault,
    blockTimeSeconds: network.blockTimeSeconds,
    rootName: network.rootName,
    nativeDefinitionJson: network.nativeDefinition === null ? '' : stringifyLossless(network.nativeDefinition),
    finalityDepth: network.finalityDepth,
  });
}
