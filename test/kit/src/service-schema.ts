import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

export function readServiceSchema(service: string): string {
  return readFileSync(inRepository('services', service, 'schema.graphql'), 'utf8');
}
