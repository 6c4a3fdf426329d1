import type { GatewayGraphQLRequestContext } from '@apollo/server-gateway-interface';
import { type DocumentNode, type GraphQLSchema, getOperationAST, type OperationDefinitionNode, parse } from 'graphql';
import { compileVariableCheck, type VariableCheck } from './check-variables.ts';
import type { PreparedOperation } from './prepare-operation.ts';

/** A valid, planned operation, with everything that can be computed without its variables. */
export interface KnownOperation {
  readonly prepared: PreparedOperation;
  readonly source: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** As the document has it. */
  readonly operationName: string | null;
  readonly schema: GraphQLSchema;
  readonly takesVariables: VariableCheck;
}

/** Keeps a document of its own, without the places in the text: those are most of what a document takes in memory, and only errors name them. */
export function knownOperation(
  { source, request, schema, operationName }: GatewayGraphQLRequestContext,
  prepared: PreparedOperation,
): KnownOperation | undefined {
  const document = parse(source, { noLocation: true });
  const operation = getOperationAST(document, request.operationName);
  if (operation == null) return undefined;
  const takesVariables = compileVariableCheck(schema, operation.variableDefinitions);
  return { prepared, source, document, operation, operationName, schema, takesVariables };
}
