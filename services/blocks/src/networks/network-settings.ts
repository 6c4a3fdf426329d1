import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Checkpoint } from '#/following/choose-start.ts';
import type { EndpointOptions } from '#/verus-rpc/endpoint.ts';

export interface NetworkSettings {
  chainId: string;
  name: string;
  environment: EnvironmentName;
  /** True for the network that an absent chainId argument means; exactly one per environment. */
  isDefault: boolean;
  /** Seconds between blocks. Absent: the value of the chain's own definition. */
  blockTimeSeconds?: number;
  endpoints: Pick<EndpointOptions, 'url' | 'user' | 'password'>[];
  /**
   * A chain with this block is preferred to one without it, whatever they weigh. An operator uses it to follow a network that started again
   * under its id.
   */
  checkpoint?: Checkpoint;
  /** Address of the node's ZMQ publisher of `hashblock`: a hint that saves waiting for the next poll. */
  zmq?: string;
}
