import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import type { Logger } from 'pino';
import { formatError } from '#/errors/format-error.ts';
import { renderResult } from '#/execution/rendered-data.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import { knownOperations } from '#/operation/known-operations.ts';
import { limitOperations, operationLimits } from '#/operation/limit-operations.ts';
import { type OperationHook, toPlugin } from '#/operation/operation-hooks.ts';
import { TOKENS_MAX } from '#/operation/operation-limits.ts';
import { createDocumentStore } from './document-store.ts';

/** Errors of one validation that are told: a client mends its operation from the first ones. */
const ERRORS_MAX = 5;

export interface ApolloServerOptions {
  /** Executes what the server has found valid. */
  gateway: GatewayInterface;
  hooks: readonly OperationHook[];
  /** Persisted queries of another server, so that they stay known. */
  knownQueries: ApolloServer['cache'] | undefined;
  logger: Logger;
}

/** Apollo's server, not started: it parses, validates and limits operations, and words all errors. */
export function createApolloServer({
  gateway,
  hooks,
  knownQueries,
  logger,
}: ApolloServerOptions): ApolloServer<GraphContext> {
  return new ApolloServer<GraphContext>({
    gateway,
    documentStore: createDocumentStore(),
    stringifyResult: renderResult,
    logger,
    nodeEnv: 'production',
    // Every request here has passed its API key already.
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    allowBatchedHttpRequests: false,
    csrfPrevention: { requestHeaders: ['authorization'] },
    // Short enough for GET. Kept per gateway: a client whose hash is not known sends its query once more.
    persistedQueries: { ttl: null },
    ...(knownQueries !== undefined && { cache: knownQueries }),
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: TOKENS_MAX },
    validationRules: [knownOperations, operationLimits],
    validationOptions: { maxErrors: ERRORS_MAX },
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      limitOperations(),
      ...hooks.map(toPlugin),
    ],
  });
}
