import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import { type ASTVisitor, type DocumentNode, type GraphQLError, Kind, type ValidationContext } from 'graphql';
import { replaceDocument } from '#/apollo/apollo-internals.ts';
import type { GraphContext } from './graph-context.ts';
import { findExcess } from './operation-limits.ts';

/** Why a document is refused, kept with the empty one that is validated in its place. */
const excess = new WeakMap<DocumentNode, GraphQLError>();

/**
 * Measures each operation that is new before it is validated: GraphQL's own rules compare fields with each other, which takes
 * long for the very documents that the limits are there for. Apollo lets nothing be refused between parsing and validating,
 * so validation is given an empty document to refuse.
 */
export function limitOperations(): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      return {
        async parsingDidStart(requestContext: GraphQLRequestContext<GraphContext>) {
          return async () => {
            replaceDocument(requestContext, (document) => {
              const fault = findExcess(document);
              if (fault === undefined) return document;
              const empty: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
              excess.set(empty, fault);
              return empty;
            });
          };
        },
      };
    },
  };
}

/** Validation rule: says of a document that was refused why it was. */
export function operationLimits(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const fault = excess.get(document);
      if (fault !== undefined) context.reportError(fault);
    },
  };
}
