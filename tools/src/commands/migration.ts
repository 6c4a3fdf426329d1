import { join } from 'node:path';
import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import { Command } from 'commander';
import { generateCode } from '#/codegen/codegen.ts';
import { createMigration } from '#/migrations/create-migration.ts';

/**
 * `npm run migration -- <service> <words>`: writes the migration from a service's existing ones to its Prisma schema.
 * A database server is started for the time of the comparison.
 */
export async function migration(args: string[]): Promise<number> {
  const program = new Command('npm run migration --')
    .argument('<service>', 'folder under services/, such as blocks')
    .argument('<words...>', 'what the migration does; they name its folder')
    .exitOverride();
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    return (error as { exitCode?: number }).exitCode ?? 2;
  }
  const [service = '', ...words] = program.args;
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
