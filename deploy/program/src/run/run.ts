import { once } from 'node:events';
import { measureProcess, serveMetrics } from '@ledgergraph/service-kit/http/serve-metrics';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import { type FoundRole, findRoles, loadRole } from './find-roles.ts';
import { openRoles } from './open-roles.ts';
import { type Environment, EnvironmentFaults, readEnvironment } from './read-environment.ts';
import type { Variables } from './role-variables.ts';

const ALL = 'all';
const SEVERAL = 'ledgergraph';
const NOT_COMPLETE = 1;
const NOT_UNDERSTOOD = 2;

/** Runs until it is asked to end, or a role fails. */
export async function run(names: readonly string[], variables: Variables): Promise<void> {
  const known = findRoles();
  const chosen = chooseRoles(names, known);
  if (typeof chosen === 'string') {
    if (names.includes('--help')) return void process.stdout.write(`${chosen}\n`);
    return end(chosen, NOT_UNDERSTOOD);
  }
  const roles = await Promise.all(chosen.map(loadRole));
  const environment = await readEnvironment(roles, variables).catch((error: unknown) => {
    if (error instanceof EnvironmentFaults) return error;
    throw error;
  });
  if (environment instanceof EnvironmentFaults) return end(environment.message, NOT_COMPLETE);
  await runRoles(environment);
}

function chooseRoles(names: readonly string[], known: ReadonlyMap<string, FoundRole>): FoundRole[] | string {
  const usage = `Usage: ledgergraph run <role>…, or ledgergraph run ${ALL}\nRoles: ${[...known.keys()].join(', ')}`;
  if (names.length === 0 || names.includes('--help')) return usage;
  const unknown = names.filter((name) => name !== ALL && !known.has(name));
  if (unknown.length > 0) return `There is no role ${unknown.join(', ')}.\n${usage}`;
  return [...known.values()].filter(({ name }) => names.includes(ALL) || names.includes(name));
}

async function runRoles({ process: env, byRole }: Environment): Promise<void> {
  const names = Array.from(byRole.keys(), ({ name }) => name);
  const name = names.length === 1 ? (names[0] ?? SEVERAL) : SEVERAL;
  const drainMs = Math.max(...Array.from(byRole.values(), ({ DRAIN_MS }) => DRAIN_MS));
  const logger = createLogger(name, env.LOG_LEVEL);
  const exitsWithParent = env.EXIT_WITH_PARENT === '1';
  const { HOST: host, METRICS_PORT: port } = env;
  // Before anything else listens to stdin, so that input that is already there is not missed.
  if (env.OPEN_ON_INPUT === '1' && !(await comesInput())) return;
  await runProcess({ name, logger, exitsWithParent, drainMs }, async (onStop) => {
    const opening = openRoles(byRole, port !== undefined, onStop);
    if (port === undefined) return void (await opening);
    const own = measureProcess(names.join(','));
    const roles = await opening;
    const read = async () => [own, ...(await Promise.all(roles.map((role) => role.readMetrics())))];
    onStop(await serveMetrics(read, { host, port }));
  });
}

/** False: stdin has ended, and with it the parent process. */
async function comesInput(): Promise<boolean> {
  const ended = once(process.stdin, 'end').then(() => false);
  return Promise.race([once(process.stdin, 'data').then(() => true), ended]);
}

function end(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}
