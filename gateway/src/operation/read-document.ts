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
 * Errors of one validation that are reported: a client mends its operation from the first ones. The names that an error suggests are
 * compared with all names of its place, 2 ms at most for five errors with the longest names.
 */
const ERRORS_MAX = 5;

const HOW_TO_SUBSCRIBE =
  'A subscription is answered as a stream: please send Accept: text/event-stream, or use a WebSocket (graphql-transport-ws).';

/**
 * Parses a text and validates it. It is measured in between: GraphQL's own rules compare fields with each other, which takes long for the
 * very documents that the limits are there for.
 * @param schema that clients see: errors suggest names of it
 * @param rule applied beside GraphQL's own
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
  // First, and alone: the sizes count a fragment that holds itself once, and the other rules would go through it again and again.
  const cycles = validate(schema, document, [NoFragmentCyclesRule], { maxErrors: ERRORS_MAX });
  if (cycles.length > 0) return cycles;
  // The other rules throw at what this one reports.
  const conditions = validate(schema, document, [unconditionalRoots], { maxErrors: ERRORS_MAX });
  if (conditions.length > 0) return conditions;
  return validate(schema, document, [...specifiedRules, rule], { maxErrors: ERRORS_MAX });
}

/**
 * Validation rule: no mutation where the schema has none, which the planner would take for a fault of our own; and no subscription in a
 * request for one response.
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
