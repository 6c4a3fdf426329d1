import { composeServices } from '@apollo/composition';
import { lexicographicSortSchema, parse, printSchema } from 'graphql';
import type { SubgraphSchema } from './read-subgraphs.ts';

export interface Composition {
  /** What the gateway plans from. */
  supergraphSdl: string;
  /** What clients see: no federation, sorted, with descriptions. */
  apiSdl: string;
  /** What composition found worth saying, such as two texts for one description. */
  hints: string[];
}

/**
 * Composes subgraph schemas without any network.
 * @throws Error listing every composition error
 */
export function composeSupergraph(subgraphs: readonly SubgraphSchema[]): Composition {
  const result = composeServices(
    subgraphs.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl), url: placeholderUrl(name) })),
  );
  if (result.errors !== undefined) {
    throw new Error(`The subgraphs do not compose:\n${result.errors.map((error) => `  ${error.message}`).join('\n')}`);
  }
  const api = result.schema.toAPISchema().toGraphQLJSSchema();
  return {
    supergraphSdl: `${result.supergraphSdl.trimEnd()}\n`,
    apiSdl: `${printSchema(lexicographicSortSchema(api))}\n`,
    hints: result.hints.map((hint) => hint.toString()),
  };
}

/** Federation wants a URL in the supergraph; ours come from the environment, and this one can never answer. */
function placeholderUrl(name: string): string {
  return `http://${name}.invalid/graphql`;
}
