import { buildSubgraph, Supergraph } from '@apollo/federation-internals';
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { buildSchema, type GraphQLSchema } from 'graphql';

export interface SchemaChange {
  coordinate: string;
  message: string;
  isBreaking: boolean;
}

export function apiChanges(oldSdl: string, newSdl: string): Promise<SchemaChange[]> {
  return compare(buildSchema(oldSdl), buildSchema(newSdl));
}

/**
 * A running gateway plans by the published supergraph. A field that this no longer takes from the subgraph (`@override`) may go.
 */
export async function brokenPlans(supergraphSdl: string, name: string, newSdl: string): Promise<SchemaChange[]> {
  const asked = Supergraph.build(supergraphSdl, { validateSupergraph: false }).subgraphs().get(name);
  if (asked === undefined) return [];
  const candidate = buildSubgraph(name, '', parseSubgraphSchema(newSdl));
  const changes = await compare(asked.schema.toGraphQLJSSchema(), candidate.schema.toGraphQLJSSchema());
  const kept = new Set(keysOf(candidate.schema));
  const lostKeys = keysOf(asked.schema).filter((key) => !kept.has(key));
  return [
    ...changes.filter(({ isBreaking }) => isBreaking),
    ...lostKeys.map((key) => ({
      coordinate: key.split(' ', 1)[0] ?? key,
      message: `The key of ${key} was removed`,
      isBreaking: true,
    })),
  ];
}

type FederatedSchema = ReturnType<typeof buildSubgraph>['schema'];

/** Each as `Address @key(fields: "…")`. */
function keysOf(schema: FederatedSchema): string[] {
  return schema.types().flatMap((type) =>
    type
      .appliedDirectivesOf('key')
      .filter((key) => key.arguments().resolvable !== false)
      .map((key) => `${type.name} @key(fields: ${JSON.stringify(normalized(key.arguments().fields))})`),
  );
}

function normalized(fields: unknown): string {
  return String(fields)
    .replace(/[\s,]+/g, ' ')
    .trim();
}

async function compare(oldSchema: GraphQLSchema, newSchema: GraphQLSchema): Promise<SchemaChange[]> {
  const changes = await diff(oldSchema, newSchema);
  return changes.filter(isOfTypes).map(({ path, message, criticality }) => ({
    coordinate: path ?? 'schema',
    message,
    isBreaking: criticality.level === CriticalityLevel.Breaking,
  }));
}

/** Composition judges federation's directives. */
function isOfTypes({ type }: Change): boolean {
  return !type.startsWith('DIRECTIVE_') && !type.endsWith('_DESCRIPTION_CHANGED');
}
