import { setTimeout as wait } from 'node:timers/promises';
import type { ServingEnv } from '@ledgergraph/service-kit/env';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type OpenRole, openRole } from '@ledgergraph/service-kit/roles/open-role';
import type { LoadedRole, RoleKind } from './find-roles.ts';

/** The roles that answer clients stop first, while those behind them still run. */
const STOPPING: readonly RoleKind[] = ['gateway', 'api', 'indexer'];

/**
 * A gateway may need ten seconds for its last report, and the process ends after fifteen. A role that hangs takes time from those that
 * stop after it.
 */
const PATIENCE_MS = 11_000;

/**
 * @param onStop receives the stop function at once, before all roles are open
 * @param patienceMs time after which the next kind stops too
 */
export async function openRoles(
  roles: ReadonlyMap<LoadedRole, ServingEnv>,
  isMeasured: boolean,
  onStop: (stop: () => Promise<void>) => void,
  patienceMs = patienceOf(roles),
): Promise<OpenRole[]> {
  const opened = Array.from(roles, ([role, env]) => ({
    role,
    env,
    open: openRole(role.name, env.LOG_LEVEL, isMeasured),
  }));
  onStop(async () => {
    for (const { open } of opened) open.drain();
    const stopping: Promise<void>[] = [];
    for (const kind of STOPPING) {
      stopping.push(...opened.flatMap(({ role, open }) => (role.kind === kind ? [open.stop()] : [])));
      await withinPatience(Promise.all(stopping), patienceMs);
    }
    await Promise.all(stopping);
  });
  await Promise.all(opened.map(({ role, env, open }) => openOne(role, env, open)));
  return opened.map(({ open }) => open);
}

function patienceOf(roles: ReadonlyMap<LoadedRole, ServingEnv>): number {
  return PATIENCE_MS + Math.max(0, ...Array.from(roles.values(), ({ DRAIN_MS }) => DRAIN_MS));
}

async function withinPatience(done: Promise<unknown>, milliseconds: number): Promise<void> {
  const over = new AbortController();
  const patience = wait(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([done, patience]);
  over.abort();
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
