import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { applyMigrations } from './apply-migrations.ts';
import { readDatabaseUrls } from './env.ts';
import { waitForMigrations } from './wait-for-migrations.ts';

const USAGE = `Usage: node packages/service-kit/src/migrate/main.ts <command> --service services/<name>
  apply                bring the databases of DATABASE_URL and CHAIN_DATABASES up to the newest migration
  wait                 until somebody else has done so
With --all in place of --service: of every service here, each by variables of its own: BLOCKS_DATABASE_URL, BLOCKS_CHAIN_DATABASES.
`;

type Command = (databaseUrl: string, migrationsDir: string) => Promise<string>;

const COMMANDS: Record<string, Command> = {
  async apply(databaseUrl, migrationsDir) {
    const names = await applyMigrations({ databaseUrl, migrationsDir });
    return names.length === 0 ? 'Up to date.' : `Applied ${names.join(', ')}.`;
  },
  async wait(databaseUrl, migrationsDir) {
    await waitForMigrations({ databaseUrl, migrationsDir, report });
    return 'Up to date.';
  },
};

async function main(argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { service: { type: 'string' }, all: { type: 'boolean', default: false } },
  });
  const [name = ''] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return misuse(`unknown command ${name}`);
  if ((values.service === undefined) !== values.all) return misuse('--service or --all is needed');
  const faults: unknown[] = [];
  const services = values.all ? globSync('services/*/prisma/migrations').map(folderOf).sort() : [values.service ?? ''];
  for (const service of services) {
    const prefix = values.all ? `${basename(service).toUpperCase().replaceAll('-', '_')}_` : '';
    const databaseUrls = readDatabaseUrls(prefix);
    if (databaseUrls.length === 0) return misuse(`${name} needs ${prefix}DATABASE_URL`);
    for (const databaseUrl of databaseUrls) {
      try {
        const outcome = await command(databaseUrl, join(service, 'prisma', 'migrations'));
        report(values.all ? `${basename(service)}: ${outcome}` : outcome);
      } catch (error) {
        faults.push(error);
      }
    }
  }
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults);
  return 0;
}

function folderOf(migrationsDir: string): string {
  return join(migrationsDir, '..', '..');
}

function report(text: string): void {
  process.stdout.write(`${text}\n`);
}

function misuse(text: string): number {
  process.stderr.write(`${text}\n${USAGE}`);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
