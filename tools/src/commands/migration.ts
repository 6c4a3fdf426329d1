import { join } from 'node:path';
import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import { listDatabases } from '@ledgergraph/local/services';
import { Command } from 'commander';
import { generateCode } from '#/codegen/codegen.ts';
import { createMigration } from '#/migrations/create-migration.ts';
import { noteReleased } from '#/migrations/released-migrations.ts';

/**
 * `npm run migration -- <service> <words>`: writes the migration to the Prisma schema. `npm run migration -- --release` notes all
 * migrations as released.
 */
export async function migration(args: string[]): Promise<number> {
  const program = new Command('npm run migration --')
    .argument('[service]', 'folder under services/, such as blocks')
    .argument('[words...]', 'what the migration does; they name its folder')
    .option('--release', 'note the migrations of every service as released: none of them may change any more')
    .exitOverride();
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    return (error as { exitCode?: number }).exitCode ?? 2;
  }
  const [service = '', ...words] = program.args;
  if (program.opts<{ release?: true }>().release) {
    for (const each of listDatabases()) await noteReleased(inRepository('services', each, 'prisma', 'migrations'));
    return 0;
  }
  if (words.length === 0) {
    program.outputHelp();
    return 2;
  }
  await generateCode();
  const scratch = await startScratchPostgres();
  try {
    const schemaDir = inRepository('services', service, 'prisma');
    const migrationsDir = join(schemaDir, 'migrations');
    const name = await createMigration({ schemaDir, migrationsDir, name: words.join(' '), serverUrl: scratch.url });
    process.stdout.write(
      name === undefined
        ? 'Migrations and schema agree: nothing is written.\n'
        : `Wrote ${join(migrationsDir, name)}.\n`,
    );
    return 0;
  } finally {
    await scratch.stop();
  }
}
