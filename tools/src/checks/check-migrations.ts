import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import { listDatabases } from '@ledgergraph/local/services';
import { checkDrift } from '#/migrations/check-drift.ts';
import type { Check } from './check.ts';

/** Each service's migrations build exactly its Prisma schema. */
export const migrationsCheck: Check = {
  title: 'Migrations build the Prisma schemas',
  fix: 'npm run migration -- <service> <words>',
  run: async () => {
    const server = await startScratchPostgres();
    try {
      const faults: string[] = [];
      for (const service of listDatabases()) {
        const schemaDir = inRepository('services', service, 'prisma');
        const difference = await checkDrift({
          schemaDir,
          migrationsDir: `${schemaDir}/migrations`,
          serverUrl: server.url,
        });
        if (difference !== undefined) faults.push(`services/${service}:\n${difference.trim()}`);
      }
      return faults.length === 0 ? undefined : faults.join('\n');
    } finally {
      await server.stop();
    }
  },
};
