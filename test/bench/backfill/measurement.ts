import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { readTreeCpuMs } from '../measure/cpu-time.ts';
import { Contender, type Spent } from './contender.ts';
import { INDEXERS, type IndexerName } from './indexers.ts';
import type { Job } from './job.ts';
import { planStream, portOf, type RecordedNetwork } from './recorded-network.ts';

/** `subgraphs`: the three indexers at once; `all`: those and blocks itself, from the node. */
export const MEASUREMENTS = ['pull', ...INDEXERS, 'subgraphs', 'fetch', 'blocks', 'all'] as const;
export type MeasurementName = (typeof MEASUREMENTS)[number];

export interface Sample extends Spent {
  /** CPU time of the database server; undefined where it cannot be read. */
  databaseMs: number | undefined;
}

export class Measurer {
  readonly #contenders = new Map<string, Contender>();
  readonly #databasePid: number;
  readonly #cleanup: AsyncDisposableStack;

  constructor(databasePid: number, cleanup: AsyncDisposableStack) {
    this.#databasePid = databasePid;
    this.#cleanup = cleanup;
  }

  async measure(name: MeasurementName, recorded: RecordedNetwork): Promise<Sample> {
    const { network, stream } = recorded;
    switch (name) {
      case 'pull':
        return this.#race([{ kind: 'pull', stream }]);
      case 'fetch':
        return this.#race([{ kind: 'fetch', network, tipHeight: stream.tipHeight }]);
      case 'blocks':
        return this.#onFreshDatabases(['blocks'], ([databaseUrl = '']) => [{ kind: 'follow', databaseUrl, network }]);
      case 'subgraphs':
        return this.#index(INDEXERS, recorded);
      case 'all':
        return this.#indexFromNode(recorded);
      default:
        return this.#index([name], recorded);
    }
  }

  #index(services: readonly IndexerName[], { stream }: RecordedNetwork): Promise<Sample> {
    return this.#onFreshDatabases(services, (urls) =>
      services.map((service, index) => ({ kind: 'index', service, databaseUrl: urls[index] ?? '', stream })),
    );
  }

  /** Blocks follows the node while the others pull what is there. */
  async #indexFromNode({ network, stream: complete }: RecordedNetwork): Promise<Sample> {
    const stream = await planStream(complete);
    return this.#onFreshDatabases(['blocks', ...INDEXERS], async ([blocksUrl = '', ...urls]) => {
      const server = this.#contender('serve');
      await server.prepare({ kind: 'serve', databaseUrl: blocksUrl, port: portOf(stream), secret: stream.secret });
      return [
        { kind: 'follow', databaseUrl: blocksUrl, network },
        ...INDEXERS.map((service, index): Job => ({ kind: 'index', service, databaseUrl: urls[index] ?? '', stream })),
      ];
    }).finally(() => this.#contender('serve').close());
  }

  async #onFreshDatabases(
    services: readonly string[],
    plan: (urls: string[]) => Job[] | Promise<Job[]>,
  ): Promise<Sample> {
    const databases = await Promise.all(services.map((service) => createTestDatabase({ service })));
    try {
      return await this.#race(await plan(databases.map(({ url }) => url)));
    } finally {
      for (const database of databases) await database.drop();
    }
  }

  async #race(jobs: readonly Job[]): Promise<Sample> {
    const contenders = jobs.map((job) => this.#contender(job.kind === 'index' ? job.service : job.kind));
    for (const [index, job] of jobs.entries()) await contenders[index]?.prepare(job);
    for (const contender of contenders) contender.ringsFor(contenders);
    const databaseAtStart = readTreeCpuMs(this.#databasePid);
    const startedAt = performance.now();
    const spent = await Promise.all(contenders.map((contender) => contender.run()));
    const ms = performance.now() - startedAt;
    const databaseAtEnd = readTreeCpuMs(this.#databasePid);
    for (const contender of contenders) await contender.close();
    return {
      ms,
      cpuMs: spent.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      databaseMs: databaseAtStart === undefined ? undefined : (databaseAtEnd ?? 0) - databaseAtStart,
    };
  }

  #contender(name: string): Contender {
    const known = this.#contenders.get(name);
    if (known !== undefined) return known;
    const contender = this.#cleanup.use(new Contender());
    this.#contenders.set(name, contender);
    return contender;
  }
}
