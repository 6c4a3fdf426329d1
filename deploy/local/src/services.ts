import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { OWN_BUS_USERS } from '@ledgergraph/proto-schemas/bus-rights';
import { inRepository } from './repository.ts';

/** A folder under `services/`, and its database, where it has one. */
export type ServiceName = string;

/** No list names the services: adding or removing one only changes its folder and two lines (docs/add-a-service.md). */
export function listServices(): ServiceName[] {
  return globSync('*/package.json', { cwd: inRepository('services') })
    .map((file) => dirname(file))
    .sort();
}

export function listDatabases(): ServiceName[] {
  return listServices().filter((service) => existsSync(inRepository('services', service, 'prisma')));
}

/** Every service that uses the bus or follows the block stream, and the gateway. */
export function listBusUsers(): string[] {
  const indexing = listServices().filter((service) =>
    existsSync(inRepository('services', service, 'src', 'indexer.ts')),
  );
  return [...new Set([...OWN_BUS_USERS, ...indexing])].sort();
}
