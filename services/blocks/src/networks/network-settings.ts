import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';

/** One node that answers for a network. */
export interface EndpointSettings {
  url: string;
  user: string;
  password: string;
}

/** A block that the operator knows to be of the network's chain; its hash is 64 hexadecimal digits. */
export interface Checkpoint {
  height: number;
  hash: string;
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
  /**
   * A chain with this block is followed rather than one without it, whatever they weigh: how to follow a network that began anew
   * under its id.
   */
  checkpoint?: Checkpoint;
  /** Address of the node's ZMQ publisher of `hashblock`: a hint that saves waiting for the next poll. */
  zmq?: string;
}
