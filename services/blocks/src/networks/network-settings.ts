import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';

/** One node that answers for a network. */
export interface EndpointSettings {
  url: string;
  user: string;
  password: string;
}

/** A network as the operator wants it followed. */
export interface NetworkSettings {
  chainId: string;
  name: string;
  environment: EnvironmentName;
  /** What an absent chainId argument means; exactly one per environment. */
  isDefault: boolean;
  /** Absent: what the chain's own definition says. */
  blockTimeSeconds?: number;
  endpoints: EndpointSettings[];
  /** Follow the node's chain even where it weighs less than ours: set after the network began anew under its id, and removed then. */
  acceptLighterChain?: boolean;
  /** Address of the node's ZMQ publisher of `hashblock`: a hint that saves waiting for the next poll. */
  zmq?: string;
}
