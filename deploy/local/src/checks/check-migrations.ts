import { startScratchPostgres } from '@ledgergraph/service-kit/embedded-postgres/start-scratch-postgres';
import { checkDrift } from '@ledgergraph/service-kit/migrate/check-drift';
import { inRepository } from '#/repository.ts';
import { listServices } from '#/services.ts';
import type { Check } from './check.ts';

/** Each service's migrations build exactly what its Prisma schema says. */
export const migrationsCheck: Check = {
  title: 'Migrations build the Prisma schemas',
  fix: 'node packages/service-kit/src/migrate/main.ts new --service services/<name> --name <words>',
  run: async () => {
    const server = await startScratchPostgres();
    try {
      const faults: string[] = [];
      for (const service of listServices()) {
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
