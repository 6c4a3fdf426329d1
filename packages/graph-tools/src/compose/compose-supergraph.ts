import { composeServices } from '@apollo/composition';
import { type GraphQLError, lexicographicSortSchema, printSchema } from 'graphql';
import { separateEvents } from './own-events.ts';
import { leaveOutUnmet } from './unmet-requirements.ts';
import { findWebhookFaults } from './webhook-faults.ts';

/** A subgraph's name in the supergraph, and the text of its schema. */
export interface SubgraphSchema {
  name: string;
  sdl: string;
}

export interface Composition {
  /** Schema that the gateway plans from. */
  supergraphSdl: string;
  /** Schema that clients see: without federation, sorted, with descriptions. */
  apiSdl: string;
  /** Hints of the composition, such as two texts for one description, or a type of webhook that waits for a subgraph. */
  hints: string[];
}

/** The subgraphs do not fit together. */
export class CompositionFailed extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[]) {
    super(`The subgraphs do not compose:\n${errors.map((error) => `  ${error.message}`).join('\n')}`);
    this.name = 'CompositionFailed';
    this.errors = errors;
  }
}

/**
 * Composes subgraph schemas without any network.
 * @throws CompositionFailed with every composition error; GraphQLError for a text that does not parse
 */
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

/** Federation wants a URL in the supergraph; ours come from the environment, and this one can never answer. */
function placeholderUrl(name: string): string {
  return `http://${name}.invalid/graphql`;
}
