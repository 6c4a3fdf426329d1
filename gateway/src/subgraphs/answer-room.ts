import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** So much of an answer needs no room: there are as many as there are connections. */
const SHORT_BYTES_MAX = 256 * 1024;

/** Subgraphs answer more at this moment than there is room for. */
export class NoAnswerRoom extends Error {}

/** One team may have so much of the room: the longest answer fits. */
const PART_OF_TEAM = 2 / 3;

/**
 * Room for the answers of all subgraphs while they come and until they are parsed. A short one always finds some, and one team does
 * not take all of it.
 */
export class AnswerRoom {
  readonly #rooms: Rooms;
  readonly #bytesOfTeam: number;

  constructor(bytesMax: number = MEMORY_BOUNDS.subgraphAnswers) {
    this.#rooms = new Rooms(bytesMax);
    this.#bytesOfTeam = bytesMax * PART_OF_TEAM;
  }

  /** Bytes that the long answers hold. */
  get bytes(): number {
    return this.#rooms.held;
  }

  /** Opens the account of one answer. @param team absent: the gateway asks for itself */
  open(team = ''): AnswerAccount {
    const holders = [{ id: team, max: this.#bytesOfTeam }];
    const taken: (() => void)[] = [];
    let all = 0;
    let held = 0;
    return {
      add: (bytes) => {
        all += bytes;
        const more = Math.max(all - SHORT_BYTES_MAX, 0) - held;
        if (more === 0) return true;
        const room = this.#rooms.take(holders, more);
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
}

export interface AnswerAccount {
  /** More of it has come. @returns false where there is no room for it */
  add(bytes: number): boolean;
  /** It is parsed, or given up. Only the first time counts. */
  close(): void;
}
