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
import type { SocketLimits } from '#/streams/web-socket/socket-rooms.ts';
import type { SupergraphEnv } from '#/supergraph/first-supergraph.ts';

/** Settings of a gateway in a test's process. */
export interface StandOptions {
  subgraphTimeoutMs?: number;
  subgraphWaitMs?: number;
  operationTimeoutMs?: number;
  /** Far above what tests call, where they do not test it. */
  testCallsPerSecond?: number;
  trustedProxies?: string[];
  reportMs?: number;
  /** Origins whose pages may use the API; by default all. */
  corsOrigins?: readonly string[];
  /** Kept answers would outlive a test's own subgraphs: by default there are none. */
  cache?: ResponseCache;
  /** By default far more time than tests need, where they do not test it. */
  planning?: PlanningTime;
  /** Far above what tests send, where they do not test it. */
  sendsPerMinute?: number;
  /** Streams of one key. */
  streamsPerKeyMax?: number;
  /** Time for which a stream's client may leave an event unread. */
  blockedMaxMs?: number;
  /** Time after which a stream that is ahead of the pin looks again. */
  aheadLookMs?: number;
  /** WebSockets that have shown no key. */
  socketLimits?: SocketLimits;
  /** Bounds the cost that a team has running; by default nothing does. */
  work?: WorkUnderWay;
  /** Cost limit of an operation. */
  cost?: CostLimit;
  /** Apollo's executor, in the place of ours or behind it; by default it is not there. */
  apollo?: (options: Pick<LoadOptions, 'tips' | 'logger' | 'counts'>) => Promise<ApolloUse | undefined>;
  /** A supergraph that is followed; by default the one of this build. */
  supergraph?: Partial<Omit<SupergraphEnv, 'subgraphUrls'>>;
  /** Base URL of the portal; by default the stand has no portal. */
  portalUrl?: string;
  /** Answers that clients have not read. */
  unread?: UnreadAnswers;
  /** Questions that events can cause; far above what tests ring, where they do not test it. */
  hints?: PaceLimits;
  /** The bus of several gateways. */
  bus?: Bus;
  /** Real accounts in the place of the fake: clients of its services, and where and how it is reached. */
  accounts?: {
    keys: Pick<Client<typeof KeyService>, 'resolveKey'>;
    quotas: Pick<Client<typeof QuotaService>, 'lease' | 'report'>;
    url: string;
    secret: string;
    pepper: string;
  };
}
