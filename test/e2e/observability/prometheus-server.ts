import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { parse, stringify } from 'yaml';

/** One line of an instant query's answer. */
export interface Sample {
  metric: Record<string, string>;
  value: [time: number, value: string];
}

/** A Prometheus with the rules that are shipped, which asks the jobs of docker-compose.yml where they run here. */
export class PrometheusServer {
  readonly #url: string;
  readonly #child: ChildProcess;
  readonly #dir: string;

  private constructor(url: string, child: ChildProcess, dir: string) {
    this.#url = url;
    this.#child = child;
    this.#dir = dir;
  }

  /**
   * @param programs folder that prometheus is in
   * @param portOf the metrics port of a process, by its name in docker-compose.yml
   */
  static async start(programs: string, portOf: (process: string) => number | undefined): Promise<PrometheusServer> {
    const dir = await mkdtemp(join(tmpdir(), 'ledgergraph-prometheus-'));
    const config = parse(await readFile(inRepository('deploy/compose/prometheus.yml'), 'utf8'));
    config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
    config.rule_files = [inRepository('deploy/dashboards/alerts.yml')];
    for (const { job_name, static_configs } of config.scrape_configs)
      static_configs[0].targets = [`127.0.0.1:${portOf(job_name)}`];
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

  /** An instant query. @throws Error with Prometheus' message */
  async query(expression: string): Promise<Sample[]> {
    return (await this.read<{ result: Sample[] }>(`query?${new URLSearchParams({ query: expression })}`)).result;
  }

  /** Reads its HTTP API, below /api/v1. @throws Error with the message of Prometheus */
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
