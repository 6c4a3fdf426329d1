import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#/migrate/env.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Usage: node packages/service-kit/src/backup/main.ts <command> --service services/<name> --folder <folder> [--chain <chainId>]
  write      all rows of the database of DATABASE_URL, as of one moment, into a new folder
  restore    them into an empty database, and verify that they are the same
--chain names a chain of CHAIN_DATABASES: its database takes the place of DATABASE_URL's.
`;

async function main(argv: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { service: { type: 'string' }, folder: { type: 'string' }, chain: { type: 'string' } },
  });
  const { service, folder, chain } = values;
  const env = readEnv();
  const databaseUrl = chain === undefined ? env.databaseUrl : env.chainDatabases[chain]?.url;
  const [command] = positionals;
  if (service === undefined || folder === undefined || databaseUrl === undefined) {
    return misuse(
      '--service, --folder and the variable DATABASE_URL are needed; --chain, if given, must be in CHAIN_DATABASES',
    );
  }
  if (command !== 'write' && command !== 'restore') return misuse(`unknown command ${command}`);
  const migrationsDir = join(service, 'prisma', 'migrations');
  const { tables, takenAt } = await (command === 'write'
    ? writeBackup({ databaseUrl, folder })
    : restoreBackup({ databaseUrl, folder, migrationsDir }));
  const rows = tables.reduce((sum, table) => sum + BigInt(table.rows), 0n);
  const done = command === 'write' ? 'Wrote' : 'Restored and verified';
  process.stdout.write(`${done} ${rows} rows of ${tables.length} tables, as of ${takenAt}.\n`);
  return 0;
}

function misuse(text: string): number {
  process.stderr.write(`${text}\n${USAGE}`);
  return 2;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
