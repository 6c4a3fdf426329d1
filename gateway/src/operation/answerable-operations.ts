import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql';

const HOW_TO_SUBSCRIBE =
  'A subscription is answered as a stream: please send Accept: text/event-stream, or use a WebSocket (graphql-transport-ws).';

/**
 * Validation rule: no mutation where the schema has none, which the planner would take for a fault of our own; and no subscription in a
 * request for one response.
 */
export function answerableOperations(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      if (context.getSchema().getRootType(operation.operation) != null) {
        if (operation.operation !== 'subscription') return;
        context.reportError(new GraphQLError(HOW_TO_SUBSCRIBE, { nodes: operation }));
        return;
      }
      context.reportError(new GraphQLError(`This API has no ${operation.operation}.`, { nodes: operation }));
    },
  };
}
