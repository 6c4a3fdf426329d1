import { type Composition, CompositionFailed, composeSupergraph } from '#/compose/compose-supergraph.ts';
import { describeCompositionErrors } from './composition-faults.ts';
import type { CandidateSubgraph, PublishedSubgraph } from './published-subgraph.ts';

/** All published schemas together, composed at most once. */
export class PublishedGraph {
  readonly subgraphs: readonly PublishedSubgraph[];
  #composed: Composition | string[] | undefined;

  constructor(subgraphs: readonly PublishedSubgraph[]) {
    this.subgraphs = subgraphs;
  }

  /** Undefined while there is none: nothing is published, or what is does not compose. */
  get composition(): Composition | undefined {
    if (this.subgraphs.length === 0) return undefined;
    this.#composed ??= tryToCompose(this.subgraphs);
    return Array.isArray(this.#composed) ? undefined : this.#composed;
  }

  /** Composes with one subgraph in another version, or without it. @returns texts where it does not compose: the reasons */
  composeWith(
    { name, team }: Pick<CandidateSubgraph, 'name' | 'team'>,
    sdl: string | undefined,
  ): Composition | string[] {
    const others = this.subgraphs.filter((subgraph) => subgraph.name !== name);
    if (sdl === undefined) return tryToCompose(others);
    const isPublished = this.subgraphs.some((subgraph) => subgraph.name === name && subgraph.sdl === sdl);
    return (isPublished ? this.composition : undefined) ?? tryToCompose([...others, { name, team, sdl }]);
  }
}

function tryToCompose(subgraphs: readonly CandidateSubgraph[]): Composition | string[] {
  try {
    return composeSupergraph(subgraphs);
  } catch (error) {
    if (error instanceof CompositionFailed) return describeCompositionErrors(error.errors, subgraphs);
    throw error;
  }
}
