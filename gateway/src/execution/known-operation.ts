import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { PreparedOperation } from './prepare-operation.ts';

export interface ValidOperation {
  readonly source: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | undefined;
}

/** With its plan, and everything else that does not depend on variables. */
export interface KnownOperation extends ValidOperation {
  readonly prepared: PreparedOperation;
  readonly takesVariables: VariableCheck;
}

export type VariableCheck = (given: Readonly<Record<string, unknown>>) => boolean;

/** A value with thousands of faults throws at the first. */
const FAULTY = new Error('the value is not of its type');

/**
 * Replaces graphql's `getVariableValues`, with the types looked up once. It reports no errors: where it is false, `readVariables` finds
 * them.
 */
export function compileVariableCheck(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] = [],
): VariableCheck {
  const checks = definitions.map((definition) => compileDefinition(schema, definition));
  return (given) => {
    for (const check of checks) if (!check(given)) return false;
    return true;
  };
}

function compileDefinition(
  schema: GraphQLSchema,
  { variable, type: node, defaultValue }: VariableDefinitionNode,
): VariableCheck {
  const name = variable.name.value;
  const type = typeFromAST(schema, node);
  if (!isInputType(type)) return () => false;
  const isNeeded = isNonNullType(type);
  const mayBeAbsent = defaultValue !== undefined || !isNeeded;
  return (given) => {
    if (!Object.hasOwn(given, name)) return mayBeAbsent;
    const value = given[name];
    if (value === null) return !isNeeded;
    return isOfType(value, type);
  };
}

function isOfType(value: unknown, type: GraphQLInputType): boolean {
  try {
    coerceInputValue(value, type, stopAtFault, true);
    return true;
  } catch (error) {
    if (error === FAULTY) return false;
    throw error;
  }
}

function stopAtFault(): never {
  throw FAULTY;
}
