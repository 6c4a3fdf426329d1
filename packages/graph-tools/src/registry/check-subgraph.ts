import { type GraphQLError, parse } from 'graphql';
import type { PublishedGraph } from './published-graph.ts';
import type { CandidateSubgraph } from './published-subgraph.ts';
import { apiChanges, brokenPlans, type SchemaChange } from './schema-changes.ts';

export interface SchemaCheck {
  compositionFaults: string[];
  /** For clients, or for gateways that run. */
  breaks: string[];
  additions: string[];
}

/** Against all published schemas: only this team's working tree counts. @param candidate undefined: the subgraph leaves the graph */
export async function checkSubgraph(
  published: PublishedGraph,
  { name, team }: Pick<CandidateSubgraph, 'name' | 'team'>,
  candidate: string | undefined,
): Promise<SchemaCheck> {
  const unreadable = candidate === undefined ? undefined : syntaxFault(candidate);
  if (unreadable !== undefined) {
    const fault = `team ${team}: the schema of ${name} does not parse: ${unreadable}`;
    return { compositionFaults: [fault], breaks: [], additions: [] };
  }
  const composed = published.composeWith({ name, team }, candidate);
  if (Array.isArray(composed)) return { compositionFaults: composed, breaks: [], additions: [] };
  const now = published.composition;
  // No client relies on a graph that does not exist.
  if (now === undefined || now === composed) return { compositionFaults: [], breaks: [], additions: [] };
  const api = await apiChanges(now.apiSdl, composed.apiSdl);
  const seen = new Set(api.map(({ coordinate }) => coordinate));
  // Gateways are listed only for changes that clients do not see.
  const plans = candidate === undefined ? [] : await brokenPlans(now.supergraphSdl, name, candidate);
  const hidden = plans.filter(({ coordinate }) => !seen.has(coordinate));
  return {
    compositionFaults: [],
    breaks: [
      ...api.filter(({ isBreaking }) => isBreaking).map((change) => describe(team, change, 'clients')),
      ...hidden.map((change) => describe(team, change, 'gateways that plan by the published supergraph')),
    ],
    additions: api
      .filter(({ isBreaking }) => !isBreaking)
      .map(({ coordinate, message }) => `${coordinate}: ${message}`),
  };
}

function describe(team: string, { coordinate, message }: SchemaChange, whom: string): string {
  return `team ${team}: ${coordinate} breaks ${whom}: ${message}`;
}

function syntaxFault(sdl: string): string | undefined {
  try {
    parse(sdl);
    return undefined;
  } catch (error) {
    const { message, locations } = error as GraphQLError;
    return `${message} (line ${locations?.[0]?.line ?? 'unknown'})`;
  }
}
