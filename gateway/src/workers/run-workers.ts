import { createHttpServer } from '@ledgergraph/service-kit/http/create-http-server';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';
import type { Env } from '#/env.ts';
import { allocateCounters } from '#/limits/counters.ts';
import { WorkerPool } from './worker-pool.ts';

const PROGRAM = new URL('../worker.ts', import.meta.url);

/** A gateway of several workers. This thread answers no request but the one for metrics, which it collects from all of them. */
export async function runWorkers(env: Env, { logger, onStop, measureBy }: RoleContext): Promise<void> {
  await claimPort(env);
  const memory = allocateCounters(env.GATEWAY_WORKERS);
  const pool = new WorkerPool({ program: PROGRAM, memory, port: env.PORT, logger, env });
  onStop(() => pool.stop());
  await pool.start();
  measureBy(async () => joinMetrics(await pool.ask('metrics')));
}

/** @throws Error where another process listens: it would share the port of the workers and take a part of their requests */
async function claimPort({ HOST: host, PORT: port }: Env): Promise<void> {
  if (port === 0) return;
  const server = createHttpServer();
  await server.listen({ host, port, exclusive: true });
  await server.close();
}

/** The metrics of all workers as those of one role, each joined as its `aggregator` names. */
export function joinMetrics(answers: readonly unknown[]): Registry {
  return AggregatorRegistry.aggregate(answers.filter((answer) => answer !== null) as MetricObject[][]);
}
