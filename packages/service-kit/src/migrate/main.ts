import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyMigrations } from './apply-migrations.ts';
import { readEnv } from './env.ts';
import { waitForMigrations } from './wait-for-migrations.ts';

const USAGE = `Usage: node packages/service-kit/src/migrate/main.ts <command> --service services/<name>
  apply                bring the database of DATABASE_URL up to the newest migration
  wait                 until somebody else has done so
`;

/** Runs one command and returns the exit code. */
async function main(argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { service: { type: 'string' } },
  });
  const [command] = positionals;
  if (values.service === undefined || command === undefined) return misuse('--service and a command are needed');
  const migrationsDir = join(values.service, 'prisma', 'migrations');
  if (command === 'apply') return apply(migrationsDir);
  if (command === 'wait') return wait(migrationsDir);
  return misuse(`unknown command ${command}`);
}

async function apply(migrationsDir: string): Promise<number> {
  const { databaseUrl } = readEnv();
  if (databaseUrl === undefined) return misuse('apply needs DATABASE_URL');
  const names = await applyMigrations({ databaseUrl, migrationsDir });
  return report(names.length === 0 ? 'Up to date.' : `Applied ${names.join(', ')}.`);
}

async function wait(migrationsDir: string): Promise<number> {
  const { databaseUrl } = readEnv();
  if (databaseUrl === undefined) return misuse('wait needs DATABASE_URL');
  await waitForMigrations({ databaseUrl, migrationsDir, report });
  return report('Up to date.');
}

function report(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function misuse(text: string): number {
  process.stderr.write(`${text}\n${USAGE}`);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
