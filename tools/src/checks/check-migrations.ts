import { startScratchPostgres } from '@ledgergraph/local/postgres/start-scratch-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import { listDatabases } from '@ledgergraph/local/services';
import { checkDrift } from '#/migrations/check-drift.ts';
import { listReleaseFaults } from '#/migrations/released-migrations.ts';
import type { Check } from './check.ts';

/** Migrations build exactly the Prisma schema, and a released one is as it was. */
export const migrationsCheck: Check = {
  title: 'Migrations build the Prisma schemas, and released ones stay',
  fix: 'npm run migration -- <service> <words>; restore a released migration, and add another one behind it',
  run: async () => {
    const server = await startScratchPostgres();
    try {
      const faults: string[] = [];
      for (const service of listDatabases()) {
        const schemaDir = inRepository('services', service, 'prisma');
        const migrationsDir = `${schemaDir}/migrations`;
        const difference = await checkDrift({ schemaDir, migrationsDir, serverUrl: server.url });
        if (difference !== undefined) faults.push(`services/${service}:\n${difference.trim()}`);
        faults.push(...(await listReleaseFaults(migrationsDir)).map((fault) => `services/${service}: ${fault}`));
      }
      return faults.length === 0 ? undefined : faults.join('\n');
    } finally {
      await server.stop();
    }
  },
};
