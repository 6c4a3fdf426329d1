/**
 * All that depends on the private interfaces of Apollo's packages. An upgrade is checked here: the test beside this fails where a version is not
 * in `CHECKED_VERSIONS`, or where a fact below no longer holds. The comparison in `test/execution` then shows whether both
 * executors still answer alike. The planner (@apollo/query-planner), and `operationFromDocument`, `Schema` and others of
 * @apollo/federation-internals, which are exported without a promise, are imported where they are used: the compiler reports a change.
 */
import type { executeQueryPlan } from '@apollo/gateway';
import type { GraphQLError } from 'graphql';
import type { ValidRequest } from '../valid-request.ts';

/** The versions for which everything here was checked. */
export const CHECKED_VERSIONS: Readonly<Record<string, string>> = {
  '@apollo/federation-internals': '2.14.4',
  '@apollo/gateway': '2.14.4',
  '@apollo/query-planner': '2.14.4',
  '@apollo/server': '5.5.1',
};

/** Values that break the schema: Apollo's gateway hides them in an extension, where it has no other errors to report. */
export function valueFaultsIn(result: { extensions?: Readonly<Record<string, unknown>> }): readonly GraphQLError[] {
  const found = result.extensions?.valueCompletion;
  return Array.isArray(found) ? found : [];
}

type RequestContext = Parameters<typeof executeQueryPlan>[2];

/** The members of a request that Apollo's executor reads: its type asks for all that Apollo's server puts into one. */
export function requestContextOf({ variables, context }: ValidRequest): RequestContext {
  const { logger } = context;
  return { request: { variables }, context, logger, metrics: {} } as unknown as RequestContext;
}
