import { WebhookError } from '#/webhook-error.ts';

/** Counted in this process only. */
class TeamPlaces {
  readonly #max: number;
  readonly #refusal: string;
  readonly #taken = new Map<string, number>();

  constructor(max: number, refusal: string) {
    this.#max = max;
    this.#refusal = refusal;
  }

  /** Takes it before anything is awaited. @returns how to give it back once @throws WebhookError TOO_MANY */
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

  get teams(): number {
    return this.#taken.size;
  }
}

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
