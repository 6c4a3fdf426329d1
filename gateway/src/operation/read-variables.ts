import { type GraphQLError, type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql';
import { coded } from '#/errors/format-error.ts';
import { withValueHint } from './value-hints.ts';

/** Each error repeats the value, so without a bound an object of thousands of unknown members would be written thousands of times. */
const ERRORS_MAX = 5;

export type ReadVariables =
  | { coerced: Record<string, unknown>; errors?: undefined }
  | { coerced?: undefined; errors: readonly GraphQLError[] };

/** With defaults; or what is wrong with them. */
export function readVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Readonly<Record<string, unknown>>,
): ReadVariables {
  const { coerced, errors } = getVariableValues(schema, definitions, given, { maxErrors: ERRORS_MAX });
  if (errors === undefined) return { coerced };
  return { errors: errors.map((error) => coded(withValueHint(error, schema), 'BAD_USER_INPUT')) };
}
