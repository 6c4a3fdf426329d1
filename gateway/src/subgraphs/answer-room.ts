import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** Answers up to here have room of their own, and need none while they come: then there are as many as there are connections. */
export const SHORT_BYTES_MAX = 64 * 1024;

/** Subgraphs answer more at this moment than there is room for. */
export class NoAnswerRoom extends Error {}

/** One team may have so much of the room: the longest answer fits. */
const PART_OF_TEAM = 2 / 3;

/** Bytes of the text of long answers, and of short ones. */
type Bounds = Readonly<Record<'longMax' | 'shortMax', number>>;

/**
 * Room for the answers of all subgraphs, while they come and until the operation that they are read for has ended: it holds them as
 * values. Short ones do not compete with long ones, and one team takes two thirds of either.
 */
export class AnswerRoom {
  readonly #long: Rooms;
  readonly #short: Rooms;
  readonly #bounds: Bounds;

  constructor(
    bounds: Bounds = { longMax: MEMORY_BOUNDS.subgraphAnswers, shortMax: MEMORY_BOUNDS.shortSubgraphAnswers },
  ) {
    this.#bounds = bounds;
    this.#long = new Rooms(bounds.longMax);
    this.#short = new Rooms(bounds.shortMax);
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#long.held + this.#short.held;
  }

  /** Opens the account of one answer that comes. @param team absent: the gateway asks for itself */
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

  /** Takes room for an answer that has come, as values. @returns gives it back. @throws NoAnswerRoom */
  hold(team: string, bytes: number): () => void {
    const { shortMax } = this.#bounds;
    const room =
      bytes > SHORT_BYTES_MAX
        ? this.#takeLong(team, bytes)
        : this.#short.take([{ id: team, max: shortMax * PART_OF_TEAM }], bytes);
    if (typeof room === 'string') throw new NoAnswerRoom('operations hold as many answers as they may together');
    return room;
  }

  #takeLong(team: string, bytes: number): ReturnType<Rooms['take']> {
    return this.#long.take([{ id: team, max: this.#bounds.longMax * PART_OF_TEAM }], bytes);
  }
}

export interface AnswerAccount {
  /** More of it has come. @returns false where there is no room for it */
  add(bytes: number): boolean;
  /** It has come whole, or is given up. Only the first time counts. */
  close(): void;
}
