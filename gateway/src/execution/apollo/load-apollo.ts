import type { Logger } from 'pino';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ExecutionCounts } from '../execution-counts.ts';
import type { Runner } from '../valid-request.ts';
import type { ApolloExecutor } from './apollo-executor.ts';
import { ShadowRoom } from './shadow.ts';

export interface ApolloUse {
  Executor: new (...args: ConstructorParameters<typeof ApolloExecutor>) => Runner;
  /** Undefined: Apollo's executor answers. */
  shadow: ShadowRoom | undefined;
}

export interface LoadOptions {
  executor: 'ours' | 'apollo';
  /** The part of the queries that is drawn for the other executor. */
  share: number;
  timeoutMs: number;
  tips: Pick<TipFollower, 'pins'>;
  logger: Logger;
  counts: ExecutionCounts;
}

/** Only where it is used: its packages take 30 MB of memory. */
export async function loadApollo({ executor, ...options }: LoadOptions): Promise<ApolloUse | undefined> {
  if (executor === 'ours' && options.share === 0) return undefined;
  const { ApolloExecutor: Executor } = await import('./apollo-executor.ts');
  return { Executor, shadow: executor === 'apollo' ? undefined : new ShadowRoom(options) };
}
