import type { ServingEnv } from '@ledgergraph/service-kit/env';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type OpenRole, openRole } from '@ledgergraph/service-kit/roles/open-role';
import type { LoadedRole, RoleKind } from './find-roles.ts';

/** Roles stop kind by kind: what answers clients first, while what it asks is still there. */
const STOPPING: readonly RoleKind[] = ['gateway', 'api', 'indexer'];

/**
 * Opens roles side by side: they find each other by address, so their order does not matter.
 * @param onStop hears at once how to stop them, also those that are not open yet
 * @param isMeasured whether anyone reads their metrics
 */
export async function openRoles(
  roles: ReadonlyMap<LoadedRole, ServingEnv>,
  isMeasured: boolean,
  onStop: (stop: () => Promise<void>) => void,
): Promise<OpenRole[]> {
  const opened = Array.from(roles, ([role, env]) => ({
    role,
    env,
    open: openRole(role.name, env.LOG_LEVEL, isMeasured),
  }));
  onStop(async () => {
    for (const { open } of opened) open.leave();
    for (const kind of STOPPING) {
      await Promise.all(opened.flatMap(({ role, open }) => (role.kind === kind ? [open.stop()] : [])));
    }
  });
  await Promise.all(opened.map(({ role, env, open }) => openOne(role, env, open)));
  return opened.map(({ open }) => open);
}

async function openOne(role: LoadedRole, env: ServingEnv, { context }: OpenRole): Promise<void> {
  try {
    await role.open(env, context);
    logUp(context.logger, role.name);
  } catch (error) {
    throw new Error(`${role.name} could not start`, { cause: error });
  }
}

function logUp(logger: Logger, name: string): void {
  logger.info(`${name} is up`);
}
