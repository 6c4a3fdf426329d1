import { type FieldNode, Kind, parse, type SelectionSetNode } from 'graphql';

type Path = (string | number)[];

/** A client learns nothing from more. */
const PATHS_MAX = 100;

/**
 * Paths inside the fetch's own result: one for each field of the operation, and for entities one for each field of each representation
 * (at most 100 in all).
 */
export function operationPaths(operation: string, representations: number): Path[] {
  const fields = topFields(operation);
  const entities = fields.find((field) => field.name.value === '_entities');
  if (entities === undefined) return fields.map((field) => [responseKey(field)]);
  const keys = [...new Set(fieldsOf(entities.selectionSet).map(responseKey))].filter((key) => key !== '__typename');
  return Array.from({ length: representations }, (_, index) => keys.map((key): Path => ['_entities', index, key]))
    .flat()
    .slice(0, PATHS_MAX);
}

function topFields(operation: string): FieldNode[] {
  const definition = parse(operation, { noLocation: true }).definitions.find(
    (candidate) => candidate.kind === Kind.OPERATION_DEFINITION,
  );
  return fieldsOf(definition?.selectionSet);
}

/** Through inline fragments; the planner writes no named ones here. */
function fieldsOf(selectionSet: SelectionSetNode | undefined): FieldNode[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    return selection.kind === Kind.INLINE_FRAGMENT ? fieldsOf(selection.selectionSet) : [];
  });
}

function responseKey(field: FieldNode): string {
  return field.alias?.value ?? field.name.value;
}
