import { CommanderError } from 'commander';
import { listChainServices, type ServiceDatabase } from './databases.ts';
import { readDatabaseUrl } from './env.ts';
import { createProgram, type UseDatabases } from './program.ts';
import { SnapshotFault, SourceAway } from './snapshot-fault.ts';

const FAILED = 1;
/** As with other programs: the command was not understood, and nothing was tried. */
const NOT_UNDERSTOOD = 2;

/** @param args arguments after `snapshot` @returns the exit code @throws only unexpected errors */
export async function runProgram(args: readonly string[], useDatabases: UseDatabases): Promise<number> {
  const report = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  try {
    await createProgram(useDatabases, report).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD;
    if (error instanceof SnapshotFault) report(`error: ${error.message}`);
    else if (error instanceof SourceAway) report(`error: ${error.message}; the same command goes on from here`);
    else throw error;
    return FAILED;
  }
}

/** @param only undefined: all services */
export async function findNamedDatabases(only: readonly string[] | undefined): Promise<{
  databases: ServiceDatabase[];
  services: string[];
  missing: string[];
}> {
  const services = await listChainServices();
  const unknown = only?.find((service) => !services.includes(service));
  if (unknown !== undefined)
    throw new SnapshotFault(`${unknown} is not a service: the services are ${services.join(', ')}`);
  const wanted = only ?? services;
  const databases = wanted.flatMap((service) => {
    const url = readDatabaseUrl(service, wanted.length === 1);
    return url === undefined ? [] : [{ service, url }];
  });
  const missing = wanted.filter((name) => !databases.some(({ service }) => service === name));
  return { databases, services, missing };
}

export const useNamedDatabases: UseDatabases = async ({ only }, use) => {
  const { databases, services, missing } = await findNamedDatabases(only);
  if (missing.length > 0) {
    throw new SnapshotFault(
      `set ${missing.map((service) => `${service.toUpperCase()}_DATABASE_URL`).join(', ')}, or name a service with --only`,
    );
  }
  await use(databases, services);
};
