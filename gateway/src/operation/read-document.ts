import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoFragmentCyclesRule,
  parse,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import { coded } from '#/errors/format-error.ts';
import { findExcess, TOKENS_MAX } from './operation-limits.ts';
import { unconditionalRoots } from './unconditional-roots.ts';
import { withValueHint } from './value-hints.ts';

/**
 * A client mends its operation from the first ones. Suggested names are compared with all names of their place: 2 ms at most for five
 * errors.
 */
const ERRORS_MAX = 5;

const HOW_TO_SUBSCRIBE =
  'A subscription is answered as a stream: please send Accept: text/event-stream, or use a WebSocket (graphql-transport-ws).';

/**
 * Parses, measures and validates a text. It is measured first, because GraphQL's rules take long for the very documents that the limits
 * refuse.
 * @param schema that clients see: errors suggest names of it
 * @param rule beside GraphQL's own
 * @throws AggregateError of GraphQLErrors
 */
export function readDocument(
  source: string,
  schema: GraphQLSchema,
  rule: ValidationRule = answerableOperations,
): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(source, { maxTokens: TOKENS_MAX });
  } catch (error) {
    throw new AggregateError([coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')]);
  }
  const faults = faultsOf(document, schema, rule);
  if (faults.length === 0) return document;
  throw new AggregateError(faults.map((fault) => coded(withValueHint(fault, schema), 'GRAPHQL_VALIDATION_FAILED')));
}

function faultsOf(document: DocumentNode, schema: GraphQLSchema, rule: ValidationRule): readonly GraphQLError[] {
  const excess = findExcess(document);
  if (excess !== undefined) return [excess];
  // First, and alone: the sizes count a fragment that holds itself once, and other rules would walk it again and again.
  const cycles = validate(schema, document, [NoFragmentCyclesRule], { maxErrors: ERRORS_MAX });
  if (cycles.length > 0) return cycles;
  // The other rules throw at what this one reports.
  const conditions = validate(schema, document, [unconditionalRoots], { maxErrors: ERRORS_MAX });
  if (conditions.length > 0) return conditions;
  return validate(schema, document, [...specifiedRules, rule], { maxErrors: ERRORS_MAX });
}

/**
 * Refuses a mutation where the schema has none, which the planner would take for our fault, and a subscription in a request for one
 * response.
 */
function answerableOperations(context: ValidationContext): ASTVisitor {
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
