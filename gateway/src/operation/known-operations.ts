import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

/** Validation rule: no mutation or subscription where the schema has none. The planner would take it for a fault of our own. */
export function knownOperations(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      if (context.getSchema().getRootType(operation.operation) != null) return;
      context.reportError(new GraphQLError(`This API has no ${operation.operation}.`, { nodes: operation }));
    },
  };
}
