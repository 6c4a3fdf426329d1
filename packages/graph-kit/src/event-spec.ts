import { readFileSync } from 'node:fs';
import { type DocumentNode, Kind, parse } from 'graphql';
import { textArgument } from './schema-nodes.ts';

/** Without its version: a schema that links it may declare events. */
export const EVENT_SPEC = 'https://ledgergraph.invalid/events/';

export const EVENT_DEFINITIONS: DocumentNode = parse(
  readFileSync(new URL('../events.graphql', import.meta.url), 'utf8'),
  { noLocation: true },
);

/** Adds the definitions of events where the schema links them. @throws GraphQLError for a text that does not parse */
export function parseSubgraphSchema(sdl: string): DocumentNode {
  const document = parse(sdl);
  if (!linksEvents(document)) return document;
  return { ...document, definitions: [...document.definitions, ...EVENT_DEFINITIONS.definitions] };
}

function linksEvents({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) =>
      (definition.kind === Kind.SCHEMA_EXTENSION || definition.kind === Kind.SCHEMA_DEFINITION) &&
      (definition.directives ?? []).some((directive) => textArgument(directive, 'url')?.startsWith(EVENT_SPEC)),
  );
}
