import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyMigrations } from './apply-migrations.ts';
import { readDatabaseUrls } from './env.ts';
import { waitForMigrations } from './wait-for-migrations.ts';

const USAGE = `Usage: node packages/service-kit/src/migrate/main.ts <command> --service services/<name>
  apply                bring the databases of DATABASE_URL and CHAIN_DATABASES up to the newest migration
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
  const databaseUrls = readDatabaseUrls();
  if (databaseUrls.length === 0) return misuse('apply needs DATABASE_URL');
  const faults: unknown[] = [];
  for (const databaseUrl of databaseUrls) {
    try {
      const names = await applyMigrations({ databaseUrl, migrationsDir });
      report(names.length === 0 ? 'Up to date.' : `Applied ${names.join(', ')}.`);
    } catch (error) {
      // The databases of other chains need not wait for this one.
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return 0;
}

async function wait(migrationsDir: string): Promise<number> {
  const databaseUrls = readDatabaseUrls();
  if (databaseUrls.length === 0) return misuse('wait needs DATABASE_URL');
  for (const databaseUrl of databaseUrls) await waitForMigrations({ databaseUrl, migrationsDir, report });
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
