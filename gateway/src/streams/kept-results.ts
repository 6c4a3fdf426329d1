import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { StreamedEvent } from './streamed-event.ts';

/** The results that one selection has in `KeptResults`. */
export interface ResultsOfSelection {
  find(event: string): StreamedEvent | undefined;
  keep(event: string, result: StreamedEvent): void;
}

/** Results of events, those used last, of all selections together: streams that follow each other share them. */
export class KeptResults {
  readonly #kept: LRUCache<string, StreamedEvent>;
  #selections = 0;

  constructor(bytesMax: number = MEMORY_BOUNDS.eventResults) {
    this.#kept = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ frame, cursor }, key) =>
        frame.length + BYTES_PER_CHARACTER * (cursor.length + key.length) + ENTRY_BYTES,
    });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  ofSelection(): ResultsOfSelection {
    this.#selections += 1;
    const selection = this.#selections;
    return {
      find: (event) => this.#kept.get(`${selection} ${event}`),
      keep: (event, result) => this.#kept.set(`${selection} ${event}`, result),
    };
  }
}
