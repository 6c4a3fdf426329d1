import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { GatewayInterface } from '@apollo/server-gateway-interface';
import { OWN_SUBGRAPH } from '@ledgergraph/graph-kit/subgraph-names';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { FAILURE_MESSAGES } from '#/errors/error-codes.ts';
import { formatError } from '#/errors/format-error.ts';
import { valueFaults } from '#/errors/value-faults.ts';
import { valueFaultsIn } from '#/execution/apollo/apollo-internals.ts';
import { SubgraphSource } from '#/execution/apollo/subgraph-source.ts';
import { createHooks } from '#/federation/create-hooks.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import { findExcess } from '#/operation/operation-limits.ts';
import { readScalarArguments } from '#/operation/read-scalar-arguments.ts';
import type { SubgraphClient } from '#/subgraphs/subgraph-client.ts';
import { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import type { Operation } from './random-operation.ts';

export interface StockGraphOptions {
  supergraphSdl: string;
  /** By name in the supergraph. */
  subgraphs: ReadonlyMap<string, Pick<SubgraphClient, 'post'>>;
  secret: string;
  logger: Logger;
}

/** The oracle: Apollo's own server, gateway and executor, with our hooks, errors and limits. */
export class StockGraph {
  readonly #server: ApolloServer<GraphContext>;

  constructor(options: StockGraphOptions) {
    this.#server = createServer(gatewayOf(options), createHooks(options.supergraphSdl, UNLIMITED), options.logger);
  }

  start(): Promise<void> {
    // Otherwise Apollo's gateway reports to its maker when it starts.
    process.env.APOLLO_TELEMETRY_DISABLED = '1';
    return this.#server.start();
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  async ask(operation: Operation, context: GraphContext): Promise<{ status: number; body: string }> {
    const { status, body } = await this.#server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: 'POST',
        headers: new HeaderMap([['content-type', 'application/json']]),
        search: '',
        body: JSON.parse(JSON.stringify(operation)),
      },
      context: async () => context,
    });
    if (body.kind !== 'complete') throw new Error('an answer in parts');
    return { status: status ?? 200, body: body.string };
  }
}

const UNLIMITED = { max: Number.MAX_SAFE_INTEGER };

function createServer(gateway: GatewayInterface, hooks: readonly OperationHook[], logger: Logger) {
  return new ApolloServer<GraphContext>({
    gateway,
    logger,
    nodeEnv: 'production',
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    validationRules: [
      (context) => ({
        Document(document) {
          const excess = findExcess(document);
          if (excess !== undefined) context.reportError(excess);
        },
      }),
    ],
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ...hooks.map(toPlugin),
    ],
  });
}

function toPlugin(hook: OperationHook): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      const listener = hook();
      return {
        didResolveOperation: async (resolved) => listener.didResolveOperation?.(resolved),
        didEncounterErrors: async (failed) => listener.didEncounterErrors?.(failed),
        willSendResponse: async ({ response: { http, body }, ...answered }) => {
          if (body.kind !== 'single') throw new Error('an answer in parts');
          listener.willSendResponse?.({ ...answered, response: { http, result: body.singleResult } });
        },
      };
    },
  };
}

const NO_READER: Pick<SubgraphReader, 'read'> = {
  read: async () => ({ data: null, errors: [], failure: 'INTERNAL_SERVER_ERROR' }),
};

function gatewayOf({ supergraphSdl, subgraphs, secret, logger }: StockGraphOptions): GatewayInterface {
  const readerOf = (name: string): Pick<SubgraphReader, 'read'> => {
    const client = subgraphs.get(name);
    if (client === undefined) throw new Error(`no subgraph ${name}`);
    return new SubgraphReader({ name, client, secret });
  };
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name }) => new SubgraphSource(name === OWN_SUBGRAPH ? NO_READER : readerOf(name)),
    logger,
    __exposeQueryPlanExperimental: false,
  });
  return {
    async load(options) {
      const { executor } = await gateway.load(options);
      return {
        executor: async (request) => {
          if (request.operation === undefined) return { errors: [new GraphQLError(UNRESOLVED)] };
          return withVisibleFaults(await executor(request), request.context as GraphContext);
        },
      };
    },
    onSchemaLoadOrUpdate: (listener) =>
      gateway.onSchemaLoadOrUpdate((loaded) => {
        readScalarArguments(loaded.apiSchema);
        listener(loaded);
      }),
    stop: () => gateway.stop(),
  };
}

/** Apollo's gateway takes a document without a chosen operation for a fault of its own. */
const UNRESOLVED = 'operationName must name one of the operations in the query.';

/** Apollo hides values that break the schema in an extension; our clients get an error at their place. */
function withVisibleFaults(result: ExecutionResult, { read }: GraphContext): ExecutionResult {
  const { extensions, ...visible } = result;
  if (extensions === undefined) return result;
  const faults = valueFaults(valueFaultsIn(result), result.data, read.absent);
  if (faults.length === 0) return visible;
  const code = 'INTERNAL_SERVER_ERROR';
  const errors = faults.map(({ path }) => new GraphQLError(FAILURE_MESSAGES[code], { path, extensions: { code } }));
  return { ...visible, errors: [...(visible.errors ?? []), ...errors] };
}
