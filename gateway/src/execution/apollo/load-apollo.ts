import type { Logger } from 'pino';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ExecutionCounts } from '../execution-counts.ts';
import type { Runner } from '../valid-request.ts';
import type { ApolloExecutor } from './apollo-executor.ts';
import { ShadowRoom } from './shadow.ts';

/** Apollo's executor, and its use. */
export interface ApolloUse {
  Executor: new (...args: ConstructorParameters<typeof ApolloExecutor>) => Runner;
  /** It runs behind ours; undefined: it answers. */
  shadow: ShadowRoom | undefined;
}

export interface LoadOptions {
  /** The executor that answers. */
  executor: 'ours' | 'apollo';
  /** Part of the queries that are drawn for the other one. */
  share: number;
  /** Time limit of one of those. */
  timeoutMs: number;
  tips: Pick<TipFollower, 'pins'>;
  logger: Logger;
  counts: ExecutionCounts;
}

/** Loads Apollo's executor where it is used: its packages take 30 MB of memory, which other gateways keep. */
export async function loadApollo({ executor, ...options }: LoadOptions): Promise<ApolloUse | undefined> {
  if (executor === 'ours' && options.share === 0) return undefined;
  const { ApolloExecutor: Executor } = await import('./apollo-executor.ts');
  return { Executor, shadow: executor === 'apollo' ? undefined : new ShadowRoom(options) };
}
