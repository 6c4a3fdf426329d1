import { runProcess } from '@ledgergraph/service-kit/process';
import { openRole } from '@ledgergraph/service-kit/roles/open-role';
import { Counters } from '#/limits/counters.ts';
import { openServer } from './open-server.ts';
import { WorkerLink } from './workers/worker-link.ts';

// The program of one thread: a whole gateway, whose port the others share.
const link = WorkerLink.open();
const { env, memory, member } = link.start;
const role = openRole('gateway', env.LOG_LEVEL, env.METRICS_PORT !== undefined);
const { logger } = role.context;

await runProcess({ name: 'gateway', logger, leavingMs: env.DRAIN_MS }, async (onStop) => {
  onStop(role.stop);
  link.answer('metrics', async () => (await role.readMetrics()).getMetricsAsJSON());
  await openServer(env, role.context, new Counters(memory, member), link);
});
