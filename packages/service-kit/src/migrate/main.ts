import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startScratchPostgres } from '#/embedded-postgres/start-scratch-postgres.ts';
import { applyMigrations } from '#/migrate/apply-migrations.ts';
import { checkDrift } from '#/migrate/check-drift.ts';
import { createMigration } from '#/migrate/create-migration.ts';
import { readEnv } from '#/migrate/env.ts';
import { waitForMigrations } from '#/migrate/wait-for-migrations.ts';

const USAGE = `Usage: node packages/service-kit/src/migrate/main.ts <command> --service services/<name>
  apply                bring the database of DATABASE_URL up to the newest migration
  wait                 until somebody else has done so
  new --name <words>   write the migration from the existing ones to the Prisma schema
  check                fail when migrations and Prisma schema disagree
`;

/** Runs one command and returns the exit code. A server for the shadow database is started when one is needed. */
async function main(argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { service: { type: 'string' }, name: { type: 'string' } },
  });
  const [command] = positionals;
  if (values.service === undefined || command === undefined) return misuse('--service and a command are needed');
  const schemaDir = join(values.service, 'prisma');
  const folders = { schemaDir, migrationsDir: join(schemaDir, 'migrations') };
  if (command === 'apply') return apply(folders.migrationsDir);
  if (command === 'wait') return wait(folders.migrationsDir);
  if (command === 'new' && values.name === undefined) return misuse('new needs --name');
  if (command !== 'new' && command !== 'check') return misuse(`unknown command ${command}`);
  const scratch = await startScratchPostgres();
  try {
    const options = { ...folders, serverUrl: scratch.url };
    return command === 'new' ? await create({ ...options, name: values.name ?? '' }) : await check(options);
  } finally {
    await scratch.stop();
  }
}

async function apply(migrationsDir: string): Promise<number> {
  const { databaseUrl } = readEnv();
  if (databaseUrl === undefined) return misuse('apply needs DATABASE_URL');
  const names = await applyMigrations({ databaseUrl, migrationsDir });
  return say(names.length === 0 ? 'Up to date.' : `Applied ${names.join(', ')}.`);
}

async function wait(migrationsDir: string): Promise<number> {
  const { databaseUrl } = readEnv();
  if (databaseUrl === undefined) return misuse('wait needs DATABASE_URL');
  await waitForMigrations({ databaseUrl, migrationsDir, say });
  return say('Up to date.');
}

async function create(options: Parameters<typeof createMigration>[0]): Promise<number> {
  const name = await createMigration(options);
  return say(name === undefined ? 'Migrations and schema agree: nothing written.' : `Wrote ${name}.`);
}

async function check(options: Parameters<typeof checkDrift>[0]): Promise<number> {
  const difference = await checkDrift(options);
  if (difference === undefined) return say(`${options.schemaDir}: migrations and schema agree.`);
  process.stderr.write(
    `${options.schemaDir}: the schema differs from its migrations:\n${difference}\nWrite a migration: \`new\`.\n`,
  );
  return 1;
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function misuse(text: string): number {
  process.stderr.write(`${text}\n${USAGE}`);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
