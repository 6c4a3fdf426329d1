import { Turns } from '@ledgergraph/service-kit/limits/turns';

/** Connections to one subgraph. */
export const CONNECTIONS_MAX = 32;
/** Connections to one subgraph that one team may have: others reach a subgraph that hangs too. */
const CONNECTIONS_OF_TEAM_MAX = 12;
/** A request that takes longer waits, for a subgraph that hangs or for a long query: it is no longer what keeps our processors busy. */
const BUSY_MS = 500;
/** The parts of the requests to all subgraphs that one team has while others ask too, and while none does. */
const PART_SHARED = 1 / 4;
const PART_ALONE = 1 / 2;

/** The turns of all requests to subgraphs. @param atOnce requests that run at a time, of all teams */
export function turnsOfAll(atOnce: number): Turns {
  const part = (of: number): number => Math.max(1, Math.floor(atOnce * of));
  return new Turns(atOnce, { shared: part(PART_SHARED), alone: part(PART_ALONE) });
}

/**
 * The turns of the requests to one subgraph. A request has a place there until it ends, and one among those to all subgraphs while it is busy:
 * the subgraphs and their databases may share a machine, and whatever one team has running there delays all others.
 */
export class RequestTurns {
  readonly #ofSubgraph = new Turns(CONNECTIONS_MAX, CONNECTIONS_OF_TEAM_MAX);
  readonly #ofAll: Turns;

  constructor(ofAll: Turns) {
    this.#ofAll = ofAll;
  }

  /**
   * Calls `begin` once the team has both places, which may be at once.
   * @param team empty: the gateway asks for itself, and waits for no team
   * @param begin receives what this returns
   * @returns a function that gives them back, or leaves the queue; calling it again does nothing
   */
  enter(team: string, begin: (leave: () => void) => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    let leaveAll = (): void => {};
    let leaveSubgraph = (): void => {};
    const leave = (): void => {
      clearTimeout(timer);
      leaveAll();
      leaveSubgraph();
    };
    leaveSubgraph = this.#ofSubgraph.enter(team, (ofSubgraph) => {
      leaveSubgraph = ofSubgraph;
      if (team === '') return begin(leave);
      leaveAll = this.#ofAll.enter(team, (ofAll) => {
        leaveAll = ofAll;
        timer = setTimeout(ofAll, BUSY_MS);
        begin(leave);
      });
    });
    return leave;
  }
}
