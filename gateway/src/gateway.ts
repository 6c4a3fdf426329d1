import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { Counters } from '#/limits/counters.ts';
import type { Env } from './env.ts';
import { openServer } from './open-server.ts';
import { runWorkers } from './workers/run-workers.ts';

export { gatewayRoleEnv as env } from './env.ts';

export async function openGateway(env: Env, role: RoleContext): Promise<void> {
  if (env.GATEWAY_WORKERS > 1) await runWorkers(env, role);
  else await openServer(env, role, Counters.alone());
}
