import { type Composition, CompositionFailed, composeSupergraph } from '#/compose/compose-supergraph.ts';
import { describeCompositionErrors } from './composition-faults.ts';
import type { CandidateSubgraph, PublishedSubgraph } from './published-subgraph.ts';

/** Composed at most once. */
export class PublishedGraph {
  readonly subgraphs: readonly PublishedSubgraph[];
  #composed: Composition | string[] | undefined;

  constructor(subgraphs: readonly PublishedSubgraph[]) {
    this.subgraphs = subgraphs;
  }

  /** Undefined: nothing is published, or it does not compose. */
  get composition(): Composition | undefined {
    if (this.subgraphs.length === 0) return undefined;
    this.#composed ??= tryToCompose(this.subgraphs);
    return Array.isArray(this.#composed) ? undefined : this.#composed;
  }

  /** Undefined leaves the subgraph out. @returns texts: the reasons why it does not compose */
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
