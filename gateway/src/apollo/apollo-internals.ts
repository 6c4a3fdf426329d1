/**
 * Everything of ours that depends on the private interfaces of Apollo's packages. An upgrade is checked here:
 * `apollo-internals.test.ts` fails where a version is not in `CHECKED_VERSIONS`, or where one of these facts no
 * longer holds. The comparison in `test/execution` then shows whether both executors still answer alike.
 * - `asResultData`: Apollo's server hands a result's `data` to `stringifyResult` as it is (@apollo/server).
 * - `valueFaultsIn`, `typeOfMissingField`: where the gateway puts values that break the schema, and its words for
 * them (@apollo/gateway).
 * - `replaceDocument`: Apollo's server validates the document that stands in the request when parsing has ended
 * (@apollo/server).
 * - The planner (@apollo/query-planner), and `operationFromDocument`, `Schema` and others of
 * @apollo/federation-internals, which are exported without a promise, are imported where they are used: the compiler
 * reports a change.
 */
import type { DocumentNode, GraphQLError } from 'graphql';

/** The versions for which everything here was checked. */
export const CHECKED_VERSIONS: Readonly<Record<string, string>> = {
  '@apollo/federation-internals': '2.14.4',
  '@apollo/gateway': '2.14.4',
  '@apollo/query-planner': '2.14.4',
  '@apollo/server': '5.5.1',
  '@apollo/server-gateway-interface': '1.1.1',
};

/**
 * Presents data that is text already as the data of a result. Nothing between the executor and `stringifyResult`
 * reads it.
 */
export function asResultData(data: object): Record<string, unknown> {
  return data as Record<string, unknown>;
}

/** Values that break the schema: Apollo's gateway hides them in an extension, where it has no other errors to tell. */
export function valueFaultsIn(result: { extensions?: Readonly<Record<string, unknown>> }): readonly GraphQLError[] {
  const found = result.extensions?.valueCompletion;
  return Array.isArray(found) ? found : [];
}

const MISSING_FIELD = /^Cannot return null for non-nullable field (\w+)\./;

/** The type whose field is null and may not be. Apollo's gateway names the place in words only; undefined for other faults. */
export function typeOfMissingField({ message }: GraphQLError): string | undefined {
  return MISSING_FIELD.exec(message)?.[1];
}

/** Gives validation another document than the one that was parsed; nothing where parsing failed. */
export function replaceDocument(request: object, replacementFor: (parsed: DocumentNode) => DocumentNode): void {
  const parsing = request as { document?: DocumentNode };
  if (parsing.document !== undefined) parsing.document = replacementFor(parsing.document);
}
