import { create } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { KeyEnvironment, type ResolveKeyResponse } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import type { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import {
  type Awaits,
  type BlockStreamService,
  Environment,
  ListNetworksResponseSchema,
  ListTipsResponseSchema,
  type Tip as TipMessage,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createSecretCheck } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { KeyDirectory } from '#/auth/key-directory.ts';
import { LookupLimits } from '#/auth/lookup-limits.ts';
import { CallRates } from '#/calls/call-rates.ts';
import { CallTracker } from '#/calls/call-tracker.ts';
import { ExecutionCounts } from '#/execution/execution-counts.ts';
import { PlanningTime } from '#/limits/planning-time.ts';
import { AllowedOrigins } from '#/origins/allowed-origins.ts';
import { TipFollower } from '#/pin/tip-follower.ts';
import { QuotaKeeper } from '#/quota/quota-keeper.ts';
import { SendRates } from '#/sending/send-rates.ts';
import { serve } from '#/serve.ts';
import { MissedBlocks } from '#/streams/missed-blocks.ts';
import { SubgraphClients } from '#/subgraphs/subgraph-clients.ts';
import { openSupergraphs, type Supergraphs } from '#/supergraph/open-supergraphs.ts';
import { FakeQuotaService } from './fake-quota-service.ts';
import { FakeSubgraph } from './fake-subgraph.ts';
import { type KeyFields, PEPPER, resolveKey } from './resolve-key.ts';
import type { StandOptions } from './stand-options.ts';
import { LIVE_CHAIN, TEST_CHAIN, tip } from './tip-messages.ts';

export { type KeyFields, LIVE_CHAIN, PEPPER, type StandOptions, TEST_CHAIN, tip };

export const SECRET = 'internal-secret-of-the-tests';
export const SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;

export type SubgraphName = (typeof SUBGRAPHS)[number];

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: {
    data?: Record<string, unknown> | null;
    errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
    extensions?: { chain?: { chainId: string; height: number; hash: string; finalizedHeight: number | null }[] };
  };
}

export class GatewayStand {
  readonly bus: Bus;
  readonly quotas: FakeQuotaService;
  readonly subgraphs = Object.fromEntries(SUBGRAPHS.map((name) => [name, new FakeSubgraph(name)])) as Record<
    SubgraphName,
    FakeSubgraph
  >;
  readonly testKey = generateApiKey('lg', 'test');
  readonly liveKey = generateApiKey('lg', 'live');
  /** Those whose networks the blocks service lists; empty: it does not know. */
  configured: Environment[] = [];
  tips: () => TipMessage[] = () => [tip(100), tip(200, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })];
  networks = [
    { chainId: TEST_CHAIN, name: 'VRSCTEST', nativeDefinitionJson: '{}' },
    { chainId: LIVE_CHAIN, name: 'VRSC', nativeDefinitionJson: '{}' },
  ];
  awaited: { chainId: string; name: string; awaits: Awaits }[] = [];
  /** By the key's text. */
  readonly keys = new Map<string, KeyFields>();
  accountsAway = false;
  /** No server listens there unless a test starts one. */
  accountsUrl = 'http://127.0.0.1:1';
  keyQuestions = 0;
  tipQuestions = 0;
  namedPins: (number | undefined)[] = [];
  readonly logLines: string[] = [];
  follower!: TipFollower;
  keeper!: QuotaKeeper;
  calls!: CallTracker;
  readonly counts = new ExecutionCounts();
  readonly settled = new Map<CallStatus, number>();
  protected readonly options: StandOptions;
  #rates!: CallRates;
  #sends!: SendRates;
  server!: FastifyInstance;
  #clients!: SubgraphClients;
  supergraphs!: Supergraphs;
  readonly #stops: (() => Promise<void>)[] = [];
  directory!: KeyDirectory;
  streamsEnded: () => ReadonlyMap<string, number> = () => new Map();

  constructor(options: StandOptions = {}) {
    this.options = options;
    this.bus = options.bus ?? new MemoryBus();
    this.quotas = new FakeQuotaService(this.bus);
  }

  async start(options: StandOptions = this.options): Promise<void> {
    const { subgraphTimeoutMs = 30_000, trustedProxies = [] } = options;
    const { accounts } = options;
    this.keys.set(this.testKey, { environment: KeyEnvironment.TEST });
    this.keys.set(this.liveKey, { environment: KeyEnvironment.LIVE });
    for (const subgraph of Object.values(this.subgraphs)) await subgraph.start();
    this.#clients = new SubgraphClients({ timeoutMs: subgraphTimeoutMs, requestsAtOnce: 48 });
    const logger = pino({ level: 'debug' }, { write: (line: string) => this.logLines.push(line) });
    await this.#startFollower(options, logger);
    this.directory = new KeyDirectory({
      accounts: accounts?.keys ?? { resolveKey: ({ keyHash = new Uint8Array() }) => this.#resolveKey(keyHash) },
      bus: this.bus,
      logger,
      lookups: new LookupLimits(),
    });
    this.directory.start();
    this.#startLimits(options, logger);
    const secret = accounts?.secret ?? SECRET;
    this.supergraphs = await openSupergraphs(
      {
        SUPERGRAPH_SERIAL_MIN: 0,
        SUPERGRAPH_POLL_MS: 50,
        ...options.supergraph,
        subgraphUrls: new Map(Object.entries(this.subgraphs).map(([name, { url }]) => [name, url])),
      },
      { clients: this.#clients, secret, logger, ...(await this.#startExecution(options, logger)) },
      (stop) => this.#stops.push(stop),
    );
    this.server = await serve({
      graphs: this.supergraphs.graphs,
      tips: this.follower,
      authenticator: {
        keys: this.directory,
        brand: 'lg',
        pepper: accounts?.pepper ?? PEPPER,
        isOurs: createSecretCheck(secret),
      },
      calls: this.calls,
      portalUrl: options.portalUrl,
      trustedProxies,
      origins: new AllowedOrigins(options.corsOrigins ?? '*'),
      cache: options.cache ?? null,
      unread: options.unread,
      operationTimeoutMs: options.operationTimeoutMs ?? 60_000,
      planning: options.planning ?? new PlanningTime({ msPerSecond: 1_000_000 }),
      sends: this.#sends,
      secret,
      cursorSecret: secret,
      streamsPerKeyMax: options.streamsPerKeyMax ?? 1_000,
      missed: new MissedBlocks(this.bus),
      aheadLookMs: options.aheadLookMs,
      blockedMaxMs: options.blockedMaxMs,
      socketLimits: options.socketLimits,
      subgraphWaitMs: options.subgraphWaitMs ?? 3_600_000,
      onStreams: (streams) => {
        this.streamsEnded = () => streams.ended;
      },
      logger,
    });
    await this.server.listen({ host: '127.0.0.1', port: 0 });
  }

  /** A stand whose supergraph was refused has no server. */
  async stop(): Promise<void> {
    await this.server?.close();
    await this.calls.allSettled(5_000);
    await this.keeper.stop();
    this.#rates.stop();
    this.#sends.stop();
    this.directory.stop();
    await this.follower.stop();
    for (const stop of this.#stops.splice(0)) await stop();
    await this.#clients.close();
    for (const subgraph of Object.values(this.subgraphs)) await subgraph.stop();
  }

  #blocks(): Pick<Client<typeof BlockStreamService>, 'listTips' | 'listNetworks'> {
    return {
      listTips: async ({ pins = [] }) => {
        this.tipQuestions += 1;
        this.namedPins = pins.map(({ block }) => block?.height);
        return create(ListTipsResponseSchema, { tips: this.tips(), configuredEnvironments: this.configured });
      },
      listNetworks: async () => create(ListNetworksResponseSchema, { networks: this.networks, awaited: this.awaited }),
    };
  }

  async #startFollower({ hints = { perSecond: 1_000, burst: 1_000 } }: StandOptions, logger: Logger): Promise<void> {
    this.follower = new TipFollower({
      blocks: this.#blocks(),
      bus: this.bus,
      logger,
      // Tests that wait for a poll ask for it.
      pollMs: 3_600_000,
      hints,
    });
    this.follower.start();
    await this.follower.refresh();
  }

  #startLimits(options: StandOptions, logger: Logger): void {
    const { testCallsPerSecond = 10_000, sendsPerMinute = 10_000, reportMs = 20 } = options;
    this.#rates = new CallRates({ bus: this.bus, secret: PEPPER, testCallsPerSecond });
    this.#rates.start();
    this.#sends = new SendRates({ bus: this.bus, secret: PEPPER, perMinute: sendsPerMinute });
    this.#sends.start();
    this.keeper = new QuotaKeeper({
      accounts: options.accounts?.quotas ?? this.quotas,
      bus: this.bus,
      logger,
      reportMs,
    });
    this.keeper.start();
    const onSettled = (status: CallStatus): void => {
      this.settled.set(status, (this.settled.get(status) ?? 0) + 1);
    };
    this.calls = new CallTracker({ quotas: this.keeper, rates: this.#rates, onSettled });
  }

  async #startExecution({ apollo, cost, work }: StandOptions, logger: Logger) {
    const { follower: tips, counts } = this;
    return { tips, counts, cost, work, apollo: await apollo?.({ tips, logger, counts }) };
  }

  reset(): void {
    for (const subgraph of Object.values(this.subgraphs)) subgraph.reset();
    this.logLines.length = 0;
    this.keyQuestions = 0;
    this.accountsAway = false;
  }

  get url(): string {
    return this.server.listeningOrigin;
  }

  query(query: string, variables: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${this.testKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    };
  }

  requests(): FakeSubgraph['requests'] {
    return Object.values(this.subgraphs).flatMap((subgraph) => subgraph.requests);
  }

  async #resolveKey(keyHash: Uint8Array): Promise<ResolveKeyResponse> {
    this.keyQuestions++;
    if (this.accountsAway) throw new Error(`connect ECONNREFUSED 10.0.0.9:5432 ${SECRET}`);
    return resolveKey(this.keys, keyHash);
  }
}
