/**
 * Everything that depends on private interfaces of Apollo's packages. The test beside this fails for a version that is not in
 * `CHECKED_VERSIONS`, or where a fact below no longer holds; `test/execution` then compares both executors. The planner, and
 * `operationFromDocument`, `Schema` and others of
 * @apollo/federation-internals, are exported without a promise and imported where they are used: the compiler reports a change.
 */
import type { executeQueryPlan } from '@apollo/gateway';
import type { GraphQLError } from 'graphql';
import type { ValidRequest } from '../valid-request.ts';

export const CHECKED_VERSIONS: Readonly<Record<string, string>> = {
  '@apollo/federation-internals': '2.14.4',
  '@apollo/gateway': '2.14.4',
  '@apollo/query-planner': '2.14.4',
  '@apollo/server': '5.5.1',
};

/** Apollo's gateway hides values that break the schema in an extension, where it reports no other errors. */
export function valueFaultsIn(result: { extensions?: Readonly<Record<string, unknown>> }): readonly GraphQLError[] {
  const found = result.extensions?.valueCompletion;
  return Array.isArray(found) ? found : [];
}

type RequestContext = Parameters<typeof executeQueryPlan>[2];

/** The only members that Apollo's executor reads of its large request type. */
export function requestContextOf({ variables, context }: ValidRequest): RequestContext {
  const { logger } = context;
  return { request: { variables }, context, logger, metrics: {} } as unknown as RequestContext;
}
