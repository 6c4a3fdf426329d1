import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { OWN_BUS_USERS } from '@ledgergraph/proto-schemas/bus-rights';
import { inRepository } from './repository.ts';

/** Name of a folder under `services/`, and of the database that belongs to it, where it has one. */
export type ServiceName = string;

/**
 * The services, by name: every folder under `services/` that is a package. No list here names them, so adding one or taking one
 * away changes nothing but the folder and its two lines (docs/add-a-service.md).
 */
export function listServices(): ServiceName[] {
  return globSync('*/package.json', { cwd: inRepository('services') })
    .map((file) => dirname(file))
    .sort();
}

/** The services that have a database. */
export function listDatabases(): ServiceName[] {
  return listServices().filter((service) => existsSync(inRepository('services', service, 'prisma')));
}

/** Users of the broker: every service that uses the bus, and so every service that follows the block stream; and the gateway. */
export function listBusUsers(): string[] {
  const indexing = listServices().filter((service) =>
    existsSync(inRepository('services', service, 'src', 'indexer.ts')),
  );
  return [...new Set([...OWN_BUS_USERS, ...indexing])].sort();
}
