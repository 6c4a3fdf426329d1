import { existsSync } from 'node:fs';
import { inRepository } from '#/repository.ts';

/**
 * The services with a database of their own. With the docker-compose file and the gateway's list of subgraphs, this is
 * where a service is named; a folder that is not there is left out, so that one service can be deleted.
 */
const NAMES = ['blocks', 'identities', 'currencies', 'addresses', 'accounts'] as const;

export type ServiceName = (typeof NAMES)[number];

/** The services whose folder exists, in the order in which they start. */
export function listServices(): ServiceName[] {
  return NAMES.filter((name) => existsSync(inRepository('services', name)));
}
