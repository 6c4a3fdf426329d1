import { composeSupergraph, type SubgraphSchema } from '@ledgergraph/gateway/compose/compose-supergraph';
import { createGraph } from '@ledgergraph/gateway/federation/create-graph';
import { type GraphContext, startRead } from '@ledgergraph/gateway/operation/graph-context';
import type { Tip } from '@ledgergraph/gateway/pin/tip';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { SECRET, type Service } from './open-services.ts';

const logger = createLogger('graph-in-process', 'silent');

export interface Answered {
  data: Untyped;
  errors: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
}

/** The gateway's graph over subgraphs inside this process: every operation is planned, pinned and joined as in a running installation. */
export interface OpenGraph {
  /** Schema that clients see. */
  schema: GraphQLSchema;
  /** @param pins of the chains that the key may read, all of one environment; at least one */
  ask(pins: readonly Tip[], document: string, variables?: Record<string, unknown>): Promise<Answered>;
}

/** @param services by the names of their schemas; no block may leave them */
export function openGraph(subgraphs: readonly SubgraphSchema[], services: ReadonlyMap<string, Service>): OpenGraph {
  const { supergraphSdl, apiSdl } = composeSupergraph(subgraphs);
  const graph = createGraph({
    supergraphSdl,
    subgraphs: new Map(Array.from(services, ([name, service]) => [name, { post: poster(service) }])),
    secret: SECRET,
    tips: { pinsAfterLoss: async () => Promise.reject(new Error('a pin was lost, though no block ever leaves here')) },
    // Questions of tests are as large as they are random.
    cost: { max: Number.MAX_SAFE_INTEGER },
  });
  return {
    schema: buildSchema(apiSdl),
    async ask(pins, document, variables = {}) {
      const environment = pins[0]?.environment ?? 'TESTNET';
      const requestId = 'graph-in-process';
      // No answer depends on whose key it is.
      const key = { id: requestId, environment } as GraphContext['key'];
      const context = { requestId, environment, key, logger, read: startRead([...pins]) };
      return (await graph.queries.ask(document, variables, context)) as Answered;
    },
  };
}

/** A chain read at a block. */
export function pinAt(
  { chainId, environment, isDefault }: Pick<Network, 'chainId' | 'environment' | 'isDefault'>,
  { height, hash }: BlockPlace,
): Tip {
  const fresh = { finalizedHeight: null, status: 'LIVE', lastFinalityBreak: 0n, poolSerial: null } as const;
  return { chainId, environment, isDefault, height, hash, ...fresh };
}

/** Answers as the gateway's HTTP client of a subgraph would, without HTTP. */
function poster({ server }: Service) {
  return async (payload: string, headers: Record<string, string>) => {
    const response = await server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
    return { errors: [], ...response.json() };
  };
}
