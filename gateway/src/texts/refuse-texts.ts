import { findUnstorableLiteral } from '@ledgergraph/graph-kit/literals';
import { findUnstorable, isStorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import { type ASTNode, GraphQLError, Kind, type OperationDefinitionNode } from 'graphql';
import { argumentAt } from '#/errors/format-error.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';

/**
 * A text that no database of ours can hold: in a literal, a variable or a default, at any depth, or as the operation's name. It looks at
 * no type, so new arguments are covered.
 */
export const refuseTexts: OperationHook = () => LISTENER;

const LISTENER: ReturnType<OperationHook> = {
  didResolveOperation({ document, operation, request: { variables, operationName } }) {
    if (operationName != null && !isStorable(operationName)) throw refusal('operationName');
    const literal = findUnstorableLiteral(document);
    if (literal !== null) {
      const { holder, node } = literal;
      throw refusal(holder?.kind === Kind.ARGUMENT ? holder.name.value : argumentAt(holder), node);
    }
    const variable = findUnstorable(variables);
    if (variable !== undefined) throw refusedVariable(operation, variable);
  },
};

/** Names the argument that the variable is given to; otherwise the variable. */
function refusedVariable(operation: OperationDefinitionNode | undefined, name: string): GraphQLError {
  const definition = operation?.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return refusal(argumentAt(definition) ?? name, definition);
}

function refusal(argument: string | undefined, node?: ASTNode): GraphQLError {
  const extensions = { code: 'VALIDATION_ERROR', ...(argument && { argument }), http: { status: 400 } };
  return new GraphQLError(NOT_STORABLE, { extensions, nodes: node ?? null });
}
