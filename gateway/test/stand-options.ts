import type { Client } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import type { PaceLimits } from '@ledgergraph/event-bus/pace';
import type { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import type { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { UnreadAnswers } from '#/answer/unread-answers.ts';
import type { CostLimit } from '#/cost/limit-cost.ts';
import type { ApolloUse, LoadOptions } from '#/execution/apollo/load-apollo.ts';
import type { PlanningTime } from '#/limits/planning-time.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import type { ResponseCache } from '#/response-cache/response-cache.ts';
import type { SocketLimits } from '#/streams/web-socket/socket-concurrency.ts';
import type { SupergraphEnv } from '#/supergraph/first-supergraph.ts';

export interface StandOptions {
  subgraphTimeoutMs?: number;
  subgraphWaitMs?: number;
  operationTimeoutMs?: number;
  /** By default far above the calls of tests. */
  testCallsPerSecond?: number;
  trustedProxies?: string[];
  reportMs?: number;
  /** By default all. */
  corsOrigins?: readonly string[];
  /** By default none: kept answers would outlive a test's own subgraphs. */
  cache?: ResponseCache;
  /** By default far more than tests need. */
  planning?: PlanningTime;
  /** By default far above the sends of tests. */
  sendsPerMinute?: number;
  streamsPerKeyMax?: number;
  /** How long a client may leave an event unread. */
  blockedMaxMs?: number;
  /** When a stream that is ahead of the pin looks again. */
  aheadLookMs?: number;
  socketLimits?: SocketLimits;
  work?: WorkUnderWay;
  cost?: CostLimit;
  /** In place of ours or behind it; by default absent. */
  apollo?: (options: Pick<LoadOptions, 'tips' | 'logger' | 'counts'>) => Promise<ApolloUse | undefined>;
  /** By default the one of this build. */
  supergraph?: Partial<Omit<SupergraphEnv, 'subgraphUrls'>>;
  /** By default none. */
  portalUrl?: string;
  unread?: UnreadAnswers;
  /** By default far above the events of tests. */
  hints?: PaceLimits;
  bus?: Bus;
  /** Real accounts in place of the fake. */
  accounts?: {
    keys: Pick<Client<typeof KeyService>, 'resolveKey'>;
    quotas: Pick<Client<typeof QuotaService>, 'lease' | 'report'>;
    url: string;
    secret: string;
    pepper: string;
  };
}
