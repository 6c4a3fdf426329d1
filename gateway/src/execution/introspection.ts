import { type FieldSelection, Operation, operationToDocument, type SelectionSet } from '@apollo/federation-internals';
import { print } from 'graphql';
import type { KnownIntrospections } from './known-introspections.ts';
import type { VariableValues } from './response-shape.ts';
import type { RenderedData } from './write-data.ts';

export interface Introspect {
  (given: VariableValues): Readonly<Record<string, RenderedData | null>>;
  /** The first answer takes some tens of milliseconds. */
  readonly isKnown: (given: VariableValues) => boolean;
}

export interface DividedOperation {
  readonly planned: Operation;
  /** Undefined: the schema is not asked for. */
  readonly introspect: Introspect | undefined;
}

/** Apollo's planner has no plan for `__schema` and `__type` inside fragments. */
export function divideOperation(operation: Operation, known: KnownIntrospections): DividedOperation {
  const expanded = operation.expandAllFragments();
  const asked = select(expanded, isIntrospection);
  if (asked.selectionSet.isEmpty()) return { planned: operation, introspect: undefined };
  // Its name and the rest of the operation make no difference.
  const used = asked.selectionSet.usedVariables();
  const variables = asked.variableDefinitions.filter(used);
  const document = operationToDocument(new Operation(asked.schema(), asked.rootKind, asked.selectionSet, variables));
  const text = print(document);
  const introspection = { document, text, names: used.map(({ name }) => name) };
  return {
    planned: select(expanded, (field) => !isIntrospection(field)),
    introspect: Object.assign((given: VariableValues) => known.answer(introspection, given), {
      isKnown: (given: VariableValues) => known.has(introspection, given),
    }),
  };
}

type IsWanted = (field: FieldSelection) => boolean;

function isIntrospection({ element }: FieldSelection): boolean {
  return element.definition.isSchemaIntrospectionField();
}

function select(of: Operation, isWanted: IsWanted): Operation {
  const selectionSet = selectIn(of.selectionSet, isWanted);
  return new Operation(of.schema(), of.rootKind, selectionSet, of.variableDefinitions, undefined, of.name);
}

function selectIn(selectionSet: SelectionSet, isWanted: IsWanted): SelectionSet {
  return selectionSet.lazyMap((selection) => {
    if (selection.kind === 'FieldSelection') return isWanted(selection) ? selection : undefined;
    const inner = selectIn(selection.selectionSet, isWanted);
    return inner.isEmpty() ? undefined : selection.withUpdatedSelectionSet(inner);
  });
}
