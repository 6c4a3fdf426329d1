import { directivesOf, textArgument } from '@ledgergraph/graph-kit/schema-nodes';
import { type DefinitionNode, type FieldDefinitionNode, Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import type { ParsedSubgraph } from './own-events.ts';

/** Subgraphs without the fields that cannot be answered, and a hint for each of these. */
export interface MetRequirements {
  subgraphs: ParsedSubgraph[];
  hints: string[];
}

/**
 * Leaves out each field that requires a field of another subgraph (`@requires`) which no subgraph has: it leaves the graph with the subgraph
 * that it builds on. All else composes as before.
 */
export function leaveOutUnmet(subgraphs: readonly ParsedSubgraph[]): MetRequirements {
  const owned = new Set(
    subgraphs.flatMap(({ typeDefs }) =>
      objectsOf(typeDefs.definitions).flatMap((type) =>
        (type.fields ?? []).filter((field) => !isExternal(field)).map((field) => coordinate(type, field)),
      ),
    ),
  );
  const hints: string[] = [];
  const met = subgraphs.map(({ name, typeDefs }) => {
    const definitions = typeDefs.definitions.map((one) =>
      isObject(one) ? withoutUnmet(one, { name, owned, hints }) : one,
    );
    return { name, typeDefs: { ...typeDefs, definitions } };
  });
  return { subgraphs: met, hints };
}

interface Scope {
  /** Name of the subgraph. */
  name: string;
  owned: ReadonlySet<string>;
  hints: string[];
}

function withoutUnmet(type: ObjectTypeDefinitionNode, { name, owned, hints }: Scope): ObjectTypeDefinitionNode {
  const fields = type.fields ?? [];
  const unmet = new Set(
    fields.filter((field) => isExternal(field) && !owned.has(coordinate(type, field))).map((field) => field.name.value),
  );
  if (unmet.size === 0) return type;
  const left = fields.filter((field) => {
    const missing = requiredFields(field).filter((required) => unmet.has(required));
    if (missing.length > 0) {
      hints.push(`[${name}] ${coordinate(type, field)} is left out: no subgraph has ${missing.join(', ')}`);
    }
    return missing.length === 0 && !unmet.has(field.name.value);
  });
  return { ...type, fields: left };
}

/** Fields of the same type that a field requires. */
function requiredFields(field: FieldDefinitionNode): string[] {
  return directivesOf(field, 'requires').flatMap((directive) => {
    const [operation] = parse(`{ ${textArgument(directive, 'fields') ?? '__typename'} }`).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
    return operation.selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one.name.value] : []));
  });
}

function objectsOf(definitions: readonly DefinitionNode[]): ObjectTypeDefinitionNode[] {
  return definitions.filter(isObject);
}

function isObject(definition: DefinitionNode): definition is ObjectTypeDefinitionNode {
  return definition.kind === Kind.OBJECT_TYPE_DEFINITION;
}

function isExternal(field: FieldDefinitionNode): boolean {
  return directivesOf(field, 'external').length > 0;
}

function coordinate(type: ObjectTypeDefinitionNode, field: FieldDefinitionNode): string {
  return `${type.name.value}.${field.name.value}`;
}
