import { WebhookError } from '#/webhook-error.ts';

/** Places for what a team may do only a few times at once. They are counted in this process. */
export class TeamPlaces {
  readonly #max: number;
  readonly #refusal: string;
  readonly #taken = new Map<string, number>();

  /** @param refusal a sentence for the person who finds no place */
  constructor(max: number, refusal: string) {
    this.#max = max;
    this.#refusal = refusal;
  }

  /**
   * Takes a place at once, before anything is awaited.
   * @returns how to give it back: once, further calls do nothing
   * @throws WebhookError TOO_MANY
   */
  take(teamId: string): () => void {
    const taken = this.#taken.get(teamId) ?? 0;
    if (taken >= this.#max) throw new WebhookError('TOO_MANY', this.#refusal);
    this.#taken.set(teamId, taken + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#taken.get(teamId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(teamId);
      else this.#taken.set(teamId, left);
    };
  }

  /** Teams that hold a place. */
  get teams(): number {
    return this.#taken.size;
  }
}

/** Places of all that teams may do only a few times at once in one process. */
export interface Places {
  tests: TeamPlaces;
  watches: TeamPlaces;
}

export function createPlaces(): Places {
  return {
    tests: new TeamPlaces(3, 'The team has 3 test events under way. Wait for their answers, then try again.'),
    watches: new TeamPlaces(5, 'The team watches 5 streams of events already. Close one, then try again.'),
  };
}
