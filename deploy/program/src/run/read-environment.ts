import { processEnv, type ServingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import type { LoadedRole } from './find-roles.ts';
import { nameOf, type Variables, variablesOf } from './role-variables.ts';

const ofProcess = z.object({
  ...processEnv,
  /** `1`: the process loads its roles but opens them at the first input on stdin, so that their dependencies can start meanwhile. */
  OPEN_ON_INPUT: z.string().optional(),
});

export interface Environment {
  process: z.output<typeof ofProcess>;
  byRole: ReadonlyMap<LoadedRole, ServingEnv>;
}

export class EnvironmentFaults extends Error {
  constructor(faults: ReadonlyMap<string, ReadonlySet<string>>, roles: number) {
    const lines = Array.from(faults, ([fault, names]) =>
      roles === 1 || names.size === 0 ? `  ${fault}` : `  ${fault} (${[...names].join(', ')})`,
    );
    const hint = roles === 1 ? '' : '\nA role reads X as <ROLE>_X, else as <SERVICE>_X, else as X.';
    super(`The environment is not complete:\n${lines.join('\n')}${hint}`);
  }
}

/** Reports all faults at once. @throws EnvironmentFaults */
export async function readEnvironment(roles: readonly LoadedRole[], variables: Variables): Promise<Environment> {
  const faults = new Map<string, Set<string>>();
  const note = (fault: string, role?: string): void => {
    const names = faults.get(fault) ?? new Set();
    faults.set(fault, role === undefined ? names : names.add(role));
  };
  const ofOne = ofProcess.safeParse(variables);
  const byRole = new Map<LoadedRole, ServingEnv>();
  for (const role of roles) {
    const parsed = await role.env.safeParseAsync(variablesOf(role, variables));
    if (parsed.success) byRole.set(role, parsed.data);
    else
      for (const { path, message } of parsed.error.issues)
        note(`${nameOf(path.join('.'), role, variables)}: ${message}`, role.name);
  }
  for (const issue of ofOne.error?.issues ?? []) {
    const fault = `${issue.path.join('.')}: ${issue.message}`;
    if (!faults.has(fault)) note(fault);
  }
  for (const [port, sharing] of Map.groupBy(byRole, ([, env]) => env.PORT)) {
    if (port === 0 || sharing.length === 1) continue;
    for (const [role] of sharing) note(`PORT: each role needs its own, not ${port}`, role.name);
  }
  const metricsPort = ofOne.data?.METRICS_PORT ?? 0;
  for (const [role, { PORT }] of byRole) {
    if (metricsPort !== 0 && PORT === metricsPort) note(`METRICS_PORT: not ${PORT}, which is a role's own`, role.name);
  }
  if (!ofOne.success || faults.size > 0) throw new EnvironmentFaults(faults, roles.length);
  return { process: ofOne.data, byRole };
}
