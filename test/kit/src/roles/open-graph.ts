import { createGraph } from '@ledgergraph/gateway/federation/create-graph';
import { type GraphContext, startRead } from '@ledgergraph/gateway/operation/graph-context';
import type { Tip } from '@ledgergraph/gateway/pin/tip';
import { SubgraphClients } from '@ledgergraph/gateway/subgraphs/subgraph-clients';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { readSubgraphs } from '@ledgergraph/graph-tools/compose/read-subgraphs';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { findRoles, loadRole } from '@ledgergraph/program/run/find-roles';
import { openRoles } from '@ledgergraph/program/run/open-roles';
import { readEnvironment } from '@ledgergraph/program/run/read-environment';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { buildSchema, type GraphQLSchema } from 'graphql';
import type { Untyped } from '#/client.ts';

const SECRET = 'a secret between parts of one test';
const TIMEOUT_MS = 300_000;
const logger = createLogger('graph-in-process', 'silent');

export interface Answered {
  data: Untyped;
  errors: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
}

/** Inside this process: operations are planned, pinned and joined as in an installation. */
export interface OpenGraph {
  schema: GraphQLSchema;
  ask(pins: readonly Tip[], document: string, variables?: Record<string, unknown>): Promise<Answered>;
}

/** Opens the apis as the program does; the cleanup stops them. @param databaseUrl migrated already; no block may leave it */
export async function openGraph(
  databaseUrl: (service: string) => string,
  cleanup: AsyncDisposableStack,
): Promise<OpenGraph> {
  const schemas = await readSubgraphs(inRepository('gateway', 'supergraph.yaml'));
  const names = schemas.map(({ name }) => name);
  const clients = new SubgraphClients({ timeoutMs: TIMEOUT_MS });
  const urls = await openApis(names, databaseUrl, cleanup);
  cleanup.defer(() => clients.close());
  const { supergraphSdl, apiSdl } = composeSupergraph(schemas);
  const graph = createGraph({
    supergraphSdl,
    subgraphs: clients.hold(urls).clients,
    secret: SECRET,
    tips: { pinsAfterLoss: async () => Promise.reject(new Error('a pin was lost, though no block ever leaves here')) },
    // Random questions are large.
    cost: { max: Number.MAX_SAFE_INTEGER },
  });
  cleanup.defer(() => graph.close());
  return {
    schema: buildSchema(apiSdl),
    async ask(pins, document, variables = {}) {
      const environment = pins[0]?.environment ?? 'TESTNET';
      const requestId = 'graph-in-process';
      const key = { id: requestId, environment } as GraphContext['key'];
      const context = { requestId, environment, key, logger, read: startRead([...pins]) };
      return (await graph.queries.ask(document, variables, context)) as Answered;
    },
  };
}

export function pinAt(
  { chainId, environment, isDefault }: Pick<Network, 'chainId' | 'environment' | 'isDefault'>,
  { height, hash }: BlockPlace,
): Tip {
  const fresh = { finalizedHeight: null, status: 'LIVE', lastFinalityBreak: 0n, poolSerial: null } as const;
  return { chainId, name: chainId, rootName: '', environment, isDefault, height, hash, ...fresh };
}

async function openApis(
  services: readonly string[],
  databaseUrl: (service: string) => string,
  cleanup: AsyncDisposableStack,
): Promise<Map<string, string>> {
  const found = findRoles();
  const roles = services.flatMap((service) => found.get(`${service}-api`) ?? []);
  // A pin is read whichever other subgraphs have applied its block.
  const variables: Record<string, string> = { INTERNAL_SECRET: SECRET, LOG_LEVEL: 'silent', SUBGRAPHS: '' };
  for (const { service } of roles) {
    variables[`${service.toUpperCase()}_PORT`] = String(await findFreePort());
    variables[`${service.toUpperCase()}_DATABASE_URL`] = databaseUrl(service);
  }
  const { byRole } = await readEnvironment(await Promise.all(roles.map(loadRole)), variables);
  await openRoles(byRole, false, (stop) => cleanup.defer(stop));
  return new Map(Array.from(byRole, ([{ service }, { HOST, PORT }]) => [service, `http://${HOST}:${PORT}`]));
}
