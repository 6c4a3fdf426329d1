import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRepository } from './repository.ts';

/** Name of a folder under `services/`, and of the database that belongs to it. */
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
