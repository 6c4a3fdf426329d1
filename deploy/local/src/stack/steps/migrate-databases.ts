import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { inRepository } from '#/repository.ts';
import { listDatabases } from '#/services.ts';
import { databaseUrl, type StackContext } from '#/stack/stack-context.ts';

export async function migrateDatabases(context: StackContext, report: (text: string) => void): Promise<string> {
  let count = 0;
  for (const service of listDatabases()) {
    report(`migrations of ${service}`);
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    const applied = await applyMigrations({ databaseUrl: databaseUrl(context, service), migrationsDir });
    count += applied.length;
  }
  return count === 0 ? 'up to date' : `${count} migrations applied`;
}
