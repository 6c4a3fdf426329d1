import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { readCpuMs } from '../measure/cpu-time.ts';
import type { RequestCount } from './count-requests.ts';

export type GatewayName = 'ours' | 'stock';
/** Bytes: resident at work, and of the heap after a collection. */
export interface Held {
  rss: number;
  heap: number;
}
export type ContenderName = GatewayName | 'hive';

const [OURS = '', ...OUR_ARGUMENTS] = runRoles('gateway');
const PROGRAMS: Record<ContenderName, string> = {
  ours: OURS,
  stock: fileURLToPath(new URL('./stock-gateway.ts', import.meta.url)),
  hive: fileURLToPath(new URL('../gateway-alone/hive-gateway.ts', import.meta.url)),
};
/** As deploy/ starts the gateway. */
const FLAGS = ['--max-old-space-size=1152', '--max-semi-space-size=8'];
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_MMAP_THRESHOLD_: '32768' };
const COUNTER = new URL('./count-requests.ts', import.meta.url).href;

export class GatewayProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly url: string;
  readyAfterMs = 0;
  /** Undefined where it cannot be read. */
  cpuWhenReadyMs: number | undefined;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /**
   * Waits until it answers.
   * @param env of our own gateway; without PORT a free one
   * @param counting its subgraph requests, which makes it slower
   * @param preload a module that is loaded before its own code
   */
  static async start(
    name: ContenderName,
    env: Record<string, string>,
    counting: boolean,
    preload: string | undefined = counting ? COUNTER : undefined,
  ): Promise<GatewayProcess> {
    const port = env.PORT ?? String(await findFreePort());
    const startedAt = performance.now();
    const child = fork(PROGRAMS[name], name === 'ours' ? OUR_ARGUMENTS : [], {
      env: {
        ...process.env,
        ...(name === 'ours' && MALLOC),
        ...env,
        HOST: '127.0.0.1',
        PORT: port,
        APOLLO_TELEMETRY_DISABLED: '1',
        EXIT_WITH_PARENT: '1',
      },
      execArgv: [...(name === 'ours' ? FLAGS : []), ...(preload === undefined ? [] : ['--import', preload])],
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    const started = new GatewayProcess(child, `http://127.0.0.1:${port}`);
    try {
      await waitUntilOk(`${started.url}/readyz`, { what: `the ${name} gateway to be ready` });
      started.readyAfterMs = performance.now() - startedAt;
      started.cpuWhenReadyMs = readCpuMs(started.pid);
    } catch (error) {
      await started[Symbol.asyncDispose]();
      throw error;
    }
    return started;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('a gateway without a process');
    return this.#child.pid;
  }

  /** Since the last call; only with `counting`. */
  async takeCount(): Promise<RequestCount> {
    const answer = once(this.#child, 'message');
    this.#child.send('count');
    const [count] = (await answer) as [RequestCount];
    return count;
  }

  async takeHeld(): Promise<Held> {
    const answer = once(this.#child, 'message');
    this.#child.send('held');
    const [held] = (await answer) as [Held];
    return held;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#child.connected) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
