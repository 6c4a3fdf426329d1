import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { ENVIRONMENT_HEADER, PINS_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { HEAP_FLAGS } from '@ledgergraph/local/stack/heap-flags';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { Pool } from 'undici';
import type { Read } from './read-mix.ts';

const SECRET = 'secret-of-the-benchmark';
const READS = /^ledgergraph_chain_reads_total\{.*target="(primary|replica)".*\} (\d+)$/gm;

export type ReadTargets = Record<'primary' | 'replica', number>;

export interface ApiDatabases {
  DATABASE_URL: string;
  DATABASE_READ_URLS?: string;
  CHAIN_DATABASES?: string;
}

/** As an installation runs it and the gateway asks it. */
export class ApiProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #pool: Pool;
  readonly #metricsUrl: string;

  private constructor(child: ChildProcess, port: number, metricsPort: number) {
    this.#child = child;
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
    this.#metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  }

  static async start(databases: ApiDatabases): Promise<ApiProcess> {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    const [program = '', ...args] = runRoles('addresses-api');
    const child = fork(program, args, {
      env: {
        ...process.env,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        INTERNAL_SECRET: SECRET,
        ...databases,
        LOG_LEVEL: 'warn',
        EXIT_WITH_PARENT: '1',
      },
      execArgv: [...HEAP_FLAGS.api],
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    const api = new ApiProcess(child, port, metricsPort);
    try {
      await waitUntilOk(`http://127.0.0.1:${port}/readyz`, { what: 'the api of addresses' });
    } catch (error) {
      await api[Symbol.asyncDispose]();
      throw error;
    }
    return api;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('an api without a process');
    return this.#child.pid;
  }

  /** @throws Error for a status other than 200, and for an answer with errors */
  async ask({ query, variables, environment }: Read, pin: string): Promise<string> {
    const headers = {
      'content-type': 'application/json',
      [INTERNAL_HEADER]: SECRET,
      [ENVIRONMENT_HEADER]: environment,
      [PINS_HEADER]: pin,
    };
    const body = JSON.stringify({ query, variables });
    const response = await this.#pool.request({ method: 'POST', path: '/graphql', headers, body });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${text.slice(0, 500)}`);
    const { errors } = JSON.parse(text) as { errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
    return text;
  }

  async readTargets(): Promise<ReadTargets> {
    const text = await (await fetch(this.#metricsUrl)).text();
    const targets: ReadTargets = { primary: 0, replica: 0 };
    for (const [, target, count] of text.matchAll(READS)) targets[target as keyof ReadTargets] = Number(count);
    return targets;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
