import { directivesOf, textArgument } from '@ledgergraph/graph-kit/schema-nodes';
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type InterfaceTypeExtensionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
} from 'graphql';
import type { ParsedSubgraph } from './own-events.ts';

/** An object here may be an interface in another subgraph (`@interfaceObject`). */
type Holder =
  | ObjectTypeDefinitionNode
  | ObjectTypeExtensionNode
  | InterfaceTypeDefinitionNode
  | InterfaceTypeExtensionNode;

const HOLDERS: ReadonlySet<Kind> = new Set([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.OBJECT_TYPE_EXTENSION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_EXTENSION,
]);

export interface MetRequirements {
  subgraphs: ParsedSubgraph[];
  hints: string[];
}

/** Leaves out each field whose `@requires` no subgraph fulfils: it leaves the graph with the subgraph that it builds on. */
export function leaveOutUnmet(subgraphs: readonly ParsedSubgraph[]): MetRequirements {
  const owned = new Set(
    subgraphs.flatMap(({ typeDefs }) =>
      typeDefs.definitions
        .filter(isHolder)
        .flatMap((type) =>
          (type.fields ?? []).filter((field) => !isExternal(field)).map((field) => coordinate(type, field)),
        ),
    ),
  );
  const hints: string[] = [];
  const met = subgraphs.map(({ name, typeDefs }) => {
    const definitions = typeDefs.definitions.map((one) =>
      isHolder(one) ? withoutUnmet(one, { name, owned, hints }) : one,
    );
    return { name, typeDefs: { ...typeDefs, definitions } };
  });
  return { subgraphs: met, hints };
}

interface Scope {
  name: string;
  owned: ReadonlySet<string>;
  hints: string[];
}

function withoutUnmet<Type extends Holder>(type: Type, { name, owned, hints }: Scope): Type {
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

function requiredFields(field: FieldDefinitionNode): string[] {
  return directivesOf(field, 'requires').flatMap((directive) => {
    const [operation] = parse(`{ ${textArgument(directive, 'fields') ?? '__typename'} }`).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
    return operation.selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one.name.value] : []));
  });
}

function isHolder(definition: DefinitionNode): definition is Holder {
  return HOLDERS.has(definition.kind);
}

function isExternal(field: FieldDefinitionNode): boolean {
  return directivesOf(field, 'external').length > 0;
}

function coordinate(type: Holder, field: FieldDefinitionNode): string {
  return `${type.name.value}.${field.name.value}`;
}
