import { composeServices } from '@apollo/composition';
import { type GraphQLError, lexicographicSortSchema, printSchema } from 'graphql';
import { separateEvents } from './own-events.ts';
import { leaveOutUnmet } from './unmet-requirements.ts';
import { findWebhookFaults } from './webhook-faults.ts';

export interface SubgraphSchema {
  name: string;
  sdl: string;
}

export interface Composition {
  supergraphSdl: string;
  /** Clients see it, without federation and sorted. */
  apiSdl: string;
  /** Such as two texts for one description, or a webhook that waits for a subgraph. */
  hints: string[];
}

export class CompositionFailed extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super(`The subgraphs do not compose:\n${errors.map((error) => `  ${error.message}`).join('\n')}`);
    this.name = 'CompositionFailed';
    this.errors = errors;
  }
}

/** Works without a network. @throws CompositionFailed with every error; GraphQLError for a text that does not parse */
export function composeSupergraph(subgraphs: readonly SubgraphSchema[]): Composition {
  const separated = separateEvents(subgraphs);
  if (separated.faults.length > 0) throw new CompositionFailed(separated.faults);
  const met = leaveOutUnmet(separated.subgraphs);
  const result = composeServices(met.subgraphs.map((one) => ({ ...one, url: placeholderUrl(one.name) })));
  if (result.errors !== undefined) throw new CompositionFailed(result.errors);
  const api = result.schema.toAPISchema().toGraphQLJSSchema();
  const webhooks = findWebhookFaults(result.supergraphSdl, api);
  if (webhooks.faults.length > 0) throw new CompositionFailed(webhooks.faults);
  return {
    supergraphSdl: `${result.supergraphSdl.trimEnd()}\n`,
    apiSdl: `${printSchema(lexicographicSortSchema(api))}\n`,
    hints: [...met.hints, ...result.hints.map((hint) => hint.toString()), ...webhooks.hints],
  };
}

/** Federation wants a URL; ours come from the environment, and this one can never answer. */
function placeholderUrl(name: string): string {
  return `http://${name}.invalid/graphql`;
}
