import { MEMORY_BOUNDS } from '#/memory/bounds.ts';

/** So much of an answer needs no room: there are as many as there are connections. */
const SHORT_BYTES_MAX = 256 * 1024;

/** Subgraphs answer more at this moment than there is room for. */
export class NoAnswerRoom extends Error {}

/** Room for the answers of all subgraphs while they come and until they are parsed. A short one always finds some. */
export class AnswerRoom {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number = MEMORY_BOUNDS.subgraphAnswers) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes that the long answers hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens the account of one answer. */
  open(): AnswerAccount {
    let all = 0;
    let held = 0;
    return {
      add: (bytes) => {
        all += bytes;
        const more = Math.max(all - SHORT_BYTES_MAX, 0) - held;
        if (this.#bytes + more > this.#bytesMax) return false;
        held += more;
        this.#bytes += more;
        return true;
      },
      close: () => {
        this.#bytes -= held;
        held = 0;
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
