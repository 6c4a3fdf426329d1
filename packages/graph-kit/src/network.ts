import { isDeepStrictEqual } from 'node:util';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { type JsonValue, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

export type EnvironmentName = 'MAINNET' | 'TESTNET';

/**
 * As the blocks service announces it. An announcement may change while processes run, so no code keeps one for longer than a step or a
 * request.
 */
export interface Network {
  chainId: string;
  name: string;
  environment: EnvironmentName;
  /** One per environment. */
  isDefault: boolean;
  blockTimeSeconds: number;
  /** VRSC or VRSCTEST. */
  rootName: string;
  /** getcurrency, lossless; null where the node gave none. */
  nativeDefinition: JsonValue | null;
  /** Depth from which the protocol refuses a reorganisation; also the coinbase maturity. */
  finalityDepth: number;
}

/** @throws Error without environment: a newer or broken blocks service */
export function readNetworkMessage(message: NetworkMessage): Network {
  return {
    chainId: message.chainId,
    name: message.name,
    environment: environmentName(message.environment),
    isDefault: message.isDefault,
    blockTimeSeconds: message.blockTimeSeconds,
    rootName: message.rootName,
    nativeDefinition: message.nativeDefinitionJson === '' ? null : parseLossless(message.nativeDefinitionJson),
    finalityDepth: message.finalityDepth,
  };
}

export function isSameNetwork(one: Network, other: Network): boolean {
  return isDeepStrictEqual(one, other);
}

function environmentName(environment: Environment): EnvironmentName {
  if (environment === Environment.MAINNET) return 'MAINNET';
  if (environment === Environment.TESTNET) return 'TESTNET';
  throw new Error('a network without an environment was announced');
}
