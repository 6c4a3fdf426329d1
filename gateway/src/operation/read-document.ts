import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { coded } from '#/errors/format-error.ts';
import { findExcess, TOKENS_MAX } from './operation-limits.ts';

/** Errors of one validation that are reported: a client mends its operation from the first ones. */
const ERRORS_MAX = 5;

/**
 * Parses a text and validates it. It is measured in between: GraphQL's own rules compare fields with each other, which takes long for the
 * very documents that the limits are there for.
 * @param rule applied beside GraphQL's own
 * @throws AggregateError of GraphQLErrors
 */
export function readDocument(source: string, schema: GraphQLSchema, rule: ValidationRule): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(source, { maxTokens: TOKENS_MAX });
  } catch (error) {
    throw new AggregateError([coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')]);
  }
  const excess = findExcess(document);
  const faults =
    excess === undefined
      ? validate(schema, document, [...specifiedRules, rule], { maxErrors: ERRORS_MAX, hideSuggestions: true })
      : [excess];
  if (faults.length > 0) throw new AggregateError(faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED')));
  return document;
}
