import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import { type ASTVisitor, type DocumentNode, GraphQLError, type ValidationContext } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { formatError } from '#/errors/format-error.ts';
import { renderResult } from '#/execution/write-data.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import { limitOperations, operationLimits } from '#/operation/limit-operations.ts';
import { type OperationHook, toPlugin } from '#/operation/operation-hooks.ts';
import { TOKENS_MAX } from '#/operation/operation-limits.ts';
import { isWrittenOut } from '#/sending/written-out.ts';

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
    cache: knownQueries ?? createQueryStore(),
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: TOKENS_MAX },
    validationRules: [answerableOperations, operationLimits],
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

const QUERY_CHARACTERS_MAX = 15 * 1024 * 1024;
/** As long as a body may be that does not send. */
const QUERY_LENGTH_MAX = 64 * 1024;

/** Texts of persisted queries, those used last; one that holds a large transaction is not kept. */
function createQueryStore(): ApolloServer['cache'] {
  const kept = new LRUCache<string, string>({
    maxSize: QUERY_CHARACTERS_MAX,
    maxEntrySize: QUERY_LENGTH_MAX,
    sizeCalculation: (query, key) => query.length + key.length,
  });
  return {
    get: async (key) => kept.get(key),
    set: async (key, query) => void kept.set(key, query),
    delete: async (key) => kept.delete(key),
  };
}

type Store = NonNullable<ConstructorParameters<typeof ApolloServer<GraphContext>>[0]['documentStore']>;

// Two thousand operations of the benchmark's kind took 15.6 kB of heap each, with 206 characters of text: places and tokens are most of it.
const BYTES_PER_CHARACTER = 76;
const BYTES_MAX = 12 * 1024 * 1024;

/**
 * Stores valid documents of recent operations. Apollo's own store counts a document by its JSON, but the document
 * takes five times as much memory.
 * @param bytesMax bytes of heap, estimated
 */
export function createDocumentStore(bytesMax = BYTES_MAX): Store & { readonly bytes: number } {
  const kept = new LRUCache<string, DocumentNode>({
    maxSize: bytesMax,
    sizeCalculation: ({ loc }) => 1 + BYTES_PER_CHARACTER * (loc?.source.body.length ?? 0),
  });
  return {
    get: async (key) => kept.get(key),
    set: async (key, document) => {
      if (!isWrittenOut(document)) kept.set(key, document);
    },
    delete: async (key) => kept.delete(key),
    get bytes() {
      return kept.calculatedSize;
    },
  };
}
