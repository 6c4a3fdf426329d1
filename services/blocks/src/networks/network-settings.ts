import type { EnvironmentName } from '@ledgergraph/chain-kit/chain/network';
import type { Checkpoint } from '#/chain/choose-start.ts';
import type { EndpointOptions } from '#/verus-rpc/endpoint.ts';

/** A network as the operator wants it followed. */
export interface NetworkSettings {
  chainId: string;
  name: string;
  environment: EnvironmentName;
  /** What an absent chainId argument means; exactly one per environment. */
  isDefault: boolean;
  /** Absent: what the chain's own definition says. */
  blockTimeSeconds?: number;
  /** Nodes that serve the network, the preferred one first. */
  endpoints: Pick<EndpointOptions, 'url' | 'user' | 'password'>[];
  /**
   * A chain with this block is followed rather than one without it, whatever they weigh: how to follow a network that began anew
   * under its id.
   */
  checkpoint?: Checkpoint;
  /** Address of the node's ZMQ publisher of `hashblock`: a hint that saves waiting for the next poll. */
  zmq?: string;
}
