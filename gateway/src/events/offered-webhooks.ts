import { readWebhookTypes, type WebhookCatalog, type WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { type GraphQLSchema, parse, validate } from 'graphql';

/** A type that selects a field of an absent team waits for that team. */
export function offeredWebhooks(supergraphSdl: string, api: GraphQLSchema): WebhookCatalog {
  const catalog = readWebhookTypes(supergraphSdl);
  return { ...catalog, types: catalog.types.filter((type) => isAnswerable(type, api)) };
}

function isAnswerable({ operation, more, lookup }: WebhookType, api: GraphQLSchema): boolean {
  return [operation, more, lookup].every((text) => text === undefined || validate(api, parse(text)).length === 0);
}
