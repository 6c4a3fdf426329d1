import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { BlockStreamService, Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { gatewayRoleEnv } from '#/env.ts';
import { allocateCounters } from '#/limits/counters.ts';
import { joinMetrics } from '#/workers/run-workers.ts';
import { WorkerPool } from '#/workers/worker-pool.ts';
import { FakeQuotaService } from './fake-quota-service.ts';
import { FakeSubgraph } from './fake-subgraph.ts';
import { SECRET, SUBGRAPHS } from './gateway-stand.ts';
import { type KeyFields, PEPPER, resolveKey } from './resolve-key.ts';
import { LIVE_CHAIN, tip } from './tip-messages.ts';

const PREFIX = 'workers';
const PROGRAM = new URL('../src/worker.ts', import.meta.url);

/** A gateway of several workers, the program itself, and everything behind it: a broker, accounts and blocks on real sockets. */
export class WorkersStand {
  readonly quotas = new FakeQuotaService();
  readonly keys = new Map<string, KeyFields>();
  readonly blocks = new FakeSubgraph('blocks');
  readonly logLines: string[] = [];
  bus!: ReturnType<typeof connectBus>;
  pool!: WorkerPool;
  url = '';
  readonly #members: number;
  readonly #others = SUBGRAPHS.filter((name) => name !== 'blocks').map(
    (name) => [name, new FakeSubgraph(name)] as const,
  );
  readonly #logger: Logger = pino({}, { write: (line: string) => this.logLines.push(line) });
  #internal!: FastifyInstance;
  #broker!: ChildProcess;

  constructor(members: number) {
    this.#members = members;
  }

  async start(env: Record<string, string>): Promise<void> {
    const natsPort = await findFreePort();
    const natsUrl = `nats://127.0.0.1:${natsPort}`;
    this.#broker = spawn(process.env.TEST_NATS_SERVER ?? 'nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
      stdio: 'ignore',
    });
    this.bus = connectBus({ url: natsUrl, prefix: PREFIX, name: 'test', logger: pino({ enabled: false }) });
    await this.bus.connected;
    for (const [, subgraph] of this.#others) await subgraph.start();
    await this.blocks.start();
    this.#internal = await this.#openInternal();
    const internalUrl = await this.#internal.listen({ host: '127.0.0.1', port: 0 });
    const subgraphs = [...this.#others, ['blocks', this.blocks] as const];
    this.pool = new WorkerPool({
      program: PROGRAM,
      memory: allocateCounters(this.#members),
      port: 0,
      logger: this.#logger,
      env: await gatewayRoleEnv.parseAsync({
        PORT: '0',
        // The process's; here it makes the workers measure.
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
        NATS_URL: natsUrl,
        NATS_PASSWORD: 'password of the gateway',
        NATS_SUBJECT_PREFIX: PREFIX,
        INTERNAL_SECRET: SECRET,
        KEY_PEPPER: PEPPER,
        BLOCKS_URL: internalUrl,
        ACCOUNTS_URL: internalUrl,
        ...Object.fromEntries(subgraphs.map(([name, { url }]) => [`SUBGRAPH_${name.toUpperCase()}_URL`, url])),
        ...env,
      }),
    });
    this.url = `http://127.0.0.1:${await this.pool.start()}`;
  }

  async stop(): Promise<void> {
    await this.pool?.stop();
    await this.#internal?.close();
    await this.blocks.stop();
    for (const [, subgraph] of this.#others) await subgraph.stop();
    await this.bus?.close();
    const ended = once(this.#broker, 'exit');
    this.#broker.kill('SIGKILL');
    await ended;
  }

  async post(key: string, query: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
  }

  /** A value of each worker, by the order of the workers. */
  async numbers(metric: string): Promise<number[]> {
    const answers = (await this.pool.ask('metrics')) as {
      name: string;
      values: { metricName?: string; value: number }[];
    }[][];
    return answers.map((metrics) =>
      metrics
        .flatMap(({ name, values }) => values.map(({ metricName, value }) => ({ name: metricName ?? name, value })))
        .filter(({ name }) => name === metric)
        .reduce((sum, { value }) => sum + value, 0),
    );
  }

  /** Metrics as an operator scrapes them. */
  async metrics(): Promise<string> {
    return joinMetrics(await this.pool.ask('metrics')).metrics();
  }

  #openInternal(): Promise<FastifyInstance> {
    return createInternalServer({
      secret: SECRET,
      logger: pino({ enabled: false }),
      ready: async () => ({ ready: true }),
      connect: (router) => {
        router.service(KeyService, { resolveKey: async ({ keyHash }) => resolveKey(this.keys, keyHash) });
        router.service(QuotaService, {
          lease: (request) => this.quotas.lease(request),
          report: (request) => this.quotas.report(request),
        });
        router.service(BlockStreamService, {
          listTips: async () => ({ tips: [tip(200, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })] }),
          listNetworks: async () => ({ networks: [{ chainId: LIVE_CHAIN, name: 'VRSC', nativeDefinitionJson: '{}' }] }),
        });
      },
    });
  }
}
