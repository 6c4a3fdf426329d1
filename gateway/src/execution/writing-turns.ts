import { setImmediate as nextTurn } from 'node:timers/promises';

/** Before other requests have their turn. */
const WRITTEN_MAX = 1024 * 1024;

/** Each result may be as long as any answer, and a group has up to 200. */
export class WritingTurns {
  #written = 0;

  /** Undefined: there is room for more. */
  note(characters: number): Promise<void> | undefined {
    this.#written += characters;
    if (this.#written < WRITTEN_MAX) return undefined;
    this.#written = 0;
    return nextTurn();
  }
}
