import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** Shorter answers have room of their own and need none while they come: there are no more than connections. */
export const SHORT_BYTES_MAX = 64 * 1024;

export class NoAnswerRoom extends Error {}

/** The longest answer fits. */
const PART_OF_TEAM = 2 / 3;

type Bounds = Readonly<Record<'longMax' | 'shortMax', number>>;

/**
 * For answers while they come, and until their operation has ended. Short ones do not compete with long ones, and one team takes two
 * thirds of either.
 */
export class AnswerRoom {
  readonly #long: ConcurrencyLimit;
  readonly #short: ConcurrencyLimit;
  readonly #bounds: Bounds;

  constructor(
    bounds: Bounds = { longMax: MEMORY_BOUNDS.subgraphAnswers, shortMax: MEMORY_BOUNDS.shortSubgraphAnswers },
  ) {
    this.#bounds = bounds;
    this.#long = new ConcurrencyLimit(bounds.longMax);
    this.#short = new ConcurrencyLimit(bounds.shortMax);
  }

  get bytes(): number {
    return this.#long.held + this.#short.held;
  }

  /** @param team absent: the gateway itself asks */
  open(team = ''): AnswerAccount {
    const taken: (() => void)[] = [];
    let all = 0;
    let held = 0;
    return {
      add: (bytes) => {
        all += bytes;
        const more = Math.max(all - SHORT_BYTES_MAX, 0) - held;
        if (more === 0) return true;
        const room = this.#takeLong(team, more);
        if (typeof room === 'string') return false;
        held += more;
        taken.push(room);
        return true;
      },
      close: () => {
        for (const giveBack of taken.splice(0)) giveBack();
      },
    };
  }

  /** For an answer that has come, as values. @returns gives the room back. @throws NoAnswerRoom */
  hold(team: string, bytes: number): () => void {
    const { shortMax } = this.#bounds;
    const room =
      bytes > SHORT_BYTES_MAX
        ? this.#takeLong(team, bytes)
        : this.#short.acquire([{ id: team, max: shortMax * PART_OF_TEAM }], bytes);
    if (typeof room === 'string') throw new NoAnswerRoom('operations hold as many answers as they may together');
    return room;
  }

  #takeLong(team: string, bytes: number): ReturnType<ConcurrencyLimit['acquire']> {
    return this.#long.acquire([{ id: team, max: this.#bounds.longMax * PART_OF_TEAM }], bytes);
  }
}

export interface AnswerAccount {
  /** @returns false where there is no room */
  add(bytes: number): boolean;
  /** It is whole or given up. Only the first call counts. */
  close(): void;
}
