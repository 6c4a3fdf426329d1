import { createHttpServer } from '@ledgergraph/service-kit/http/create-http-server';
import { serveMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import type { Logger } from 'pino';
import { AggregatorRegistry, type MetricObject } from 'prom-client';
import type { Env } from '#/env.ts';
import { allocateCounters } from '#/limits/counters.ts';
import { WorkerPool } from './worker-pool.ts';

const PROGRAM = new URL('../main.ts', import.meta.url);

/** The main thread of a gateway with several workers. It answers no request but the one for metrics, which it collects from all workers. */
export async function runWorkers(env: Env, logger: Logger, onStop: (stop: () => Promise<void>) => void): Promise<void> {
  await claimPort(env);
  const memory = allocateCounters(env.GATEWAY_WORKERS);
  const pool = new WorkerPool({ program: PROGRAM, memory, port: env.PORT, logger });
  onStop(() => pool.stop());
  await pool.start();
  await serveMetrics(async () => joinMetrics(await pool.ask('metrics')), env, onStop);
}

/** @throws Error where another process listens: it would share the port of the workers and take a part of their requests */
async function claimPort({ HOST: host, PORT: port }: Env): Promise<void> {
  if (port === 0) return;
  const server = createHttpServer();
  await server.listen({ host, port, exclusive: true });
  await server.close();
}

/**
 * The metrics of all workers as those of one process, each joined as its `aggregator` names. What is the process's own is
 * the same in each.
 */
export function joinMetrics(answers: readonly unknown[]): Promise<string> {
  const all = answers.filter((answer) => answer !== null) as MetricObject[][];
  const [first, ...others] = all;
  if (first === undefined) return Promise.resolve('');
  const theirs = others.map((metrics) => metrics.filter(({ name }) => !name.startsWith('process_')));
  return AggregatorRegistry.aggregate([first, ...theirs]).metrics();
}
