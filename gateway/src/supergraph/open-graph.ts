import { isScalarType, parse, validate } from 'graphql';
import type { Logger } from 'pino';
import { createGraph, type Graph, type GraphOptions } from '#/federation/create-graph.ts';
import type { HeldGraph } from '#/federation/current-graph.ts';
import { STATUS_OPERATIONS } from '#/status/read-status.ts';
import type { SubgraphClients } from '#/subgraphs/subgraph-clients.ts';
import { type Supergraph, SupergraphRefused } from './verify-supergraph.ts';

export interface OpenGraphOptions extends Omit<GraphOptions, 'supergraphSdl' | 'subgraphs'> {
  clients: SubgraphClients;
  logger: Logger;
  /** The schema must have the fields that the gateway itself queries; a built-in supergraph is not checked. */
  checkNeeds: boolean;
}

/** Beside the running graphs. @throws SupergraphRefused when nothing can be planned from it, or the gateway itself could not work on it */
export async function openGraph(supergraph: Supergraph, options: OpenGraphOptions): Promise<HeldGraph> {
  const { clients, release } = options.clients.hold(supergraph.urls);
  try {
    const graph = start(supergraph, { ...options, subgraphs: clients });
    const lacking = options.checkNeeds ? whatIsLacking(graph) : undefined;
    if (lacking === undefined)
      return { graph, release: async () => void (await Promise.all([graph.close(), release()])) };
    throw new SupergraphRefused(`it lacks what the gateway itself needs: ${lacking}`);
  } catch (error) {
    await release();
    throw error;
  }
}

function start({ sdl }: Supergraph, { subgraphs, ...options }: Omit<GraphOptions, 'supergraphSdl'>): Graph {
  try {
    return createGraph({ ...options, subgraphs, supergraphSdl: sdl });
  } catch (error) {
    throw new SupergraphRefused('no graph can be made of it', error);
  }
}

/** GET /status asks the graph itself, and heights are read by our own scalar. */
function whatIsLacking({ apiSchema }: Graph): string | undefined {
  const faults = STATUS_OPERATIONS.flatMap((operation) => validate(apiSchema, parse(operation)));
  if (faults[0] !== undefined) return faults[0].message;
  return isScalarType(apiSchema.getType('BigInt')) ? undefined : 'the scalar BigInt';
}
