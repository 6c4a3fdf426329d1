import { type FieldSelection, Operation, operationToDocument, type SelectionSet } from '@apollo/federation-internals';
import { executeSync, type GraphQLSchema } from 'graphql';
import type { VariableValues } from './response-shape.ts';

/** Answers the fields of an operation that ask for the schema, under the names that the client gave them. */
export type Introspect = (given: VariableValues) => Readonly<Record<string, unknown>>;

/** An operation in two: what subgraphs answer, and what the schema itself does. */
export interface DividedOperation {
  readonly planned: Operation;
  /** Undefined where the operation does not ask for the schema. */
  readonly introspect: Introspect | undefined;
}

/** Takes `__schema` and `__type` out of an operation: Apollo's planner has no plan for them inside of fragments. */
export function divideOperation(operation: Operation, schema: GraphQLSchema): DividedOperation {
  const expanded = operation.expandAllFragments();
  const asked = select(expanded, isIntrospection);
  if (asked.selectionSet.isEmpty()) return { planned: operation, introspect: undefined };
  const document = operationToDocument(asked);
  return {
    planned: select(expanded, (field) => !isIntrospection(field)),
    introspect: (given) => {
      const { data, errors } = executeSync({ schema, document, variableValues: given });
      if (data == null || errors !== undefined) throw new Error('introspection has failed', { cause: errors });
      return data;
    },
  };
}

type IsWanted = (field: FieldSelection) => boolean;

function isIntrospection({ element }: FieldSelection): boolean {
  return element.definition.isSchemaIntrospectionField();
}

/** The operation with those of its root fields alone. */
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
