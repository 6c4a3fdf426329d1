import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Checkpoint } from '#/following/choose-start.ts';
import type { EndpointOptions } from '#/verus-rpc/endpoint.ts';

export interface NetworkSettings {
  chainId: string;
  name: string;
  environment: EnvironmentName;
  /** Default for an absent chainId argument; exactly one per environment. */
  isDefault: boolean;
  /** Absent: the value of the chain's own definition. */
  blockTimeSeconds?: number;
  endpoints: Pick<EndpointOptions, 'url' | 'user' | 'password'>[];
  /** A chain with this block is preferred whatever the weights, to follow a network that was restarted under its id. */
  checkpoint?: Checkpoint;
  /** The node's ZMQ publisher of `hashblock`: a hint that saves waiting for the next poll. */
  zmq?: string;
}
