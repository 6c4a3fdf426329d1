import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { parse, stringify } from 'yaml';

export interface Sample {
  metric: Record<string, string>;
  value: [time: number, value: string];
}

const toHere = (port: number): string => `127.0.0.1:${port}`;

/** With the shipped rules and the jobs of docker-compose.yml. */
export class PrometheusServer {
  readonly #url: string;
  readonly #child: ChildProcess;
  readonly #dir: string;

  private constructor(url: string, child: ChildProcess, dir: string) {
    this.#url = url;
    this.#child = child;
    this.#dir = dir;
  }

  /** @param portOf the metrics port of a process, by its name in docker-compose.yml */
  static async start(programs: string, portOf: (process: string) => number | undefined): Promise<PrometheusServer> {
    const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-prometheus-'));
    const config = parse(await readFile(inRepository('deploy/compose/prometheus.yml'), 'utf8'));
    config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
    config.rule_files = [inRepository('deploy/dashboards/alerts.yml')];
    const [targets] = config.scrape_configs[0].static_configs as { targets: string[] }[];
    if (targets === undefined) throw new Error('prometheus.yml names no target');
    targets.targets = targets.targets.flatMap((target) => portOf(target.replace(/:.*/, '')) ?? []).map(toHere);
    await writeFile(join(dir, 'prometheus.yml'), stringify(config));
    const port = await findFreePort();
    const flags = [
      `--config.file=${dir}/prometheus.yml`,
      `--storage.tsdb.path=${dir}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn(join(programs, 'prometheus'), flags, { stdio: 'ignore' });
    const server = new PrometheusServer(`http://127.0.0.1:${port}`, child, dir);
    try {
      await waitUntilOk(`${server.#url}/-/ready`, { what: 'Prometheus to be ready' });
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** @throws Error with Prometheus' message */
  async query(expression: string): Promise<Sample[]> {
    return (await this.read<{ result: Sample[] }>(`query?${new URLSearchParams({ query: expression })}`)).result;
  }

  /** Below /api/v1. @throws Error with Prometheus' message */
  async read<Data>(path: string): Promise<Data> {
    const response = await fetch(`${this.#url}/api/v1/${path}`);
    const { status, data, error } = (await response.json()) as { status: string; data: Data; error?: string };
    if (status !== 'success') throw new Error(`${decodeURIComponent(path)}: ${error}`);
    return data;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    await rm(this.#dir, { recursive: true, force: true });
  }
}
