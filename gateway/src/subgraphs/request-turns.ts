import { Turns } from '@ledgergraph/service-kit/limits/turns';

export const CONNECTIONS_MAX = 32;
/** For one team: others reach a subgraph that hangs too. */
const CONNECTIONS_OF_TEAM_MAX = 12;
/** A longer request waits for a hanging subgraph or a long query, and does not keep our processors busy. */
const BUSY_MS = 500;
/** While others ask too, and while none does. */
const PART_SHARED = 1 / 4;
const PART_ALONE = 1 / 2;

/** @param atOnce requests of all teams at a time */
export function turnsOfAll(atOnce: number): Turns {
  const part = (of: number): number => Math.max(1, Math.floor(atOnce * of));
  return new Turns(atOnce, { shared: part(PART_SHARED), alone: part(PART_ALONE) });
}

/**
 * A request has a place at its subgraph until it ends, and one among all requests while it is busy: subgraphs and databases may share a
 * machine, and one team's work there delays all others.
 */
export class RequestTurns {
  readonly #ofSubgraph = new Turns(CONNECTIONS_MAX, CONNECTIONS_OF_TEAM_MAX);
  readonly #ofAll: Turns;

  constructor(ofAll: Turns) {
    this.#ofAll = ofAll;
  }

  /**
   * Calls `begin` once the team has both places, perhaps at once.
   * @param team empty: the gateway itself asks, and waits for no team
   * @param begin receives the returned function
   * @returns gives the places back, or leaves the queue; calling it again does nothing
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
