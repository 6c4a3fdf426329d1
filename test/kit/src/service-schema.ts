import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

/** The text of a service's part of the graph. */
export function readServiceSchema(service: string): string {
  return readFileSync(inRepository('services', service, 'schema.graphql'), 'utf8');
}
