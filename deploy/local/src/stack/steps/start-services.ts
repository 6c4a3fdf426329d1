import { keepRunning } from '#/processes/keep-running.ts';
import { RotatingLog } from '#/processes/rotating-log.ts';
import { spawnLogged } from '#/processes/spawn-logged.ts';
import { runRoles } from '#/repository.ts';
import { groupRoles, type ProcessGroup } from '#/stack/process-groups.ts';
import type { StackContext } from '#/stack/stack-context.ts';
import { listRoles } from './list-roles.ts';

export type OpenRoles = () => void;

/** Processes load their code first, and open their roles when the caller asks. Roles find each other by address, in any order. */
export async function startServices(context: StackContext): Promise<{ names: string[]; open: OpenRoles }> {
  const groups = groupRoles(await listRoles(context), context.options.processes);
  const opening = Promise.withResolvers<void>();
  for (const group of groups) {
    group.env.METRICS_PORT = String(await context.ports.take(`${group.name}-metrics`));
  }
  await Promise.all(groups.map((group) => startGroup(context, group, opening.promise)));
  return { names: groups.map(({ name }) => name), open: opening.resolve };
}

async function startGroup(
  context: StackContext,
  { name, roles, flags, env }: ProcessGroup,
  opening: Promise<void>,
): Promise<void> {
  const log = new RotatingLog(context.folder.log(name));
  const names = roles.map((role) => role.name);
  const common = {
    HOST: '127.0.0.1',
    INTERNAL_SECRET: context.secrets.internalSecret,
    APOLLO_TELEMETRY_DISABLED: '1',
    EXIT_WITH_PARENT: '1',
    OPEN_ON_INPUT: '1',
  };
  const kept = await keepRunning({
    name,
    onTrouble: (text) => context.onTrouble(`${text}\n  log: ${log.file}`),
    launch: async () => {
      const child = await spawnLogged([process.execPath, ...flags, ...runRoles(...names)], { ...common, ...env }, log);
      void opening.then(() => child.stdin?.write('\n'));
      return child;
    },
  });
  context.processes.push(kept);
  for (const role of [name, ...names]) context.logs.set(role, log);
}
