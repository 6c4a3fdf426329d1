import { steadyNow } from './rates.ts';

const OURS = '';
/** A team is alone once no other has asked for this time. */
const ALONE_MS = 1_000;

interface Waiting {
  begin: () => void;
}

export interface PlacesOfTeam {
  shared: number;
  alone: number;
}

/**
 * Gives the places of one thing, such as the connections of a pool, to teams in turn. A team has at most a part of them, so that another
 * finds a place at once.
 */
export class Turns {
  readonly #places: number;
  readonly #ofTeam: PlacesOfTeam;
  readonly #now: () => number;
  readonly #takenBy = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiting>>();
  #taken = 0;
  /** The time is when it took over from another team. */
  #last = OURS;
  #sharedAt = Number.NEGATIVE_INFINITY;

  constructor(places: number, ofTeam: number | PlacesOfTeam, now = steadyNow) {
    this.#places = places;
    this.#ofTeam = typeof ofTeam === 'number' ? { shared: ofTeam, alone: ofTeam } : ofTeam;
    this.#now = now;
  }

  /** Calls `begin` once the team has a place, which may be at once. @returns gives the place back, or leaves the queue; once */
  enter(team: string, begin: (leave: () => void) => void): () => void {
    let isBegun = false;
    let isLeft = false;
    const leave = (): void => {
      if (isLeft) return;
      isLeft = true;
      if (isBegun) this.#leave(team);
      else this.#forget(team, waiting);
    };
    const start = (): void => {
      isBegun = true;
      this.#taken += 1;
      this.#takenBy.set(team, this.#of(team) + 1);
      begin(leave);
    };
    const waiting = { begin: start };
    this.#note(team);
    if (this.#hasPlace(team)) start();
    else this.#waiting.set(team, (this.#waiting.get(team) ?? new Set()).add(waiting));
    return leave;
  }

  #of(team: string): number {
    return this.#takenBy.get(team) ?? 0;
  }

  #note(team: string): void {
    if (team === OURS || team === this.#last) return;
    if (this.#last !== OURS) this.#sharedAt = this.#now();
    this.#last = team;
  }

  #hasPlace(team: string): boolean {
    if (this.#taken >= this.#places) return false;
    const { shared, alone } = this.#ofTeam;
    const taken = this.#of(team);
    return team === OURS || taken < shared || (taken < alone && this.#now() - this.#sharedAt >= ALONE_MS);
  }

  #leave(team: string): void {
    this.#taken -= 1;
    const left = this.#of(team) - 1;
    if (left === 0) this.#takenBy.delete(team);
    else this.#takenBy.set(team, left);
    while (this.#beginNext());
  }

  #beginNext(): boolean {
    for (const [next, waiting] of this.#waiting) {
      const [first] = waiting;
      if (first === undefined || !this.#hasPlace(next)) continue;
      this.#forget(next, first);
      if (this.#waiting.delete(next)) this.#waiting.set(next, waiting);
      first.begin();
      return true;
    }
    return false;
  }

  #forget(team: string, one: Waiting): void {
    const waiting = this.#waiting.get(team);
    waiting?.delete(one);
    if (waiting?.size === 0) this.#waiting.delete(team);
  }
}
