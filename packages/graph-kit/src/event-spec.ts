import { readFileSync } from 'node:fs';
import { type DirectiveNode, type DocumentNode, Kind, parse } from 'graphql';

/** Identity of the specification, without its version: a schema that links it may declare events. */
export const EVENT_SPEC = 'https://ledgergraph.invalid/events/';

/** Definitions that a schema gets by linking the specification, as it gets federation's own directives. */
export const EVENT_DEFINITIONS: DocumentNode = parse(
  readFileSync(new URL('../events.graphql', import.meta.url), 'utf8'),
  { noLocation: true },
);

/**
 * Parses a subgraph's schema, and adds what the specification of events defines where the schema links it.
 * @throws GraphQLError for a text that does not parse
 */
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

/** An argument of a directive that is a text; undefined: it is absent or null. */
export function textArgument({ arguments: given = [] }: DirectiveNode, name: string): string | undefined {
  const value = given.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}
