import type { KnownKey } from '#/auth/key-answer.ts';
import type { Counters } from '#/limits/counters.ts';
import { Rooms } from '#/limits/rooms.ts';

/** Counts the streams of each key, from the moment at which one is asked for: many may be on their way at once. */
export class StreamRooms {
  readonly #perKeyMax: number;
  readonly #rooms: Rooms;

  /** @param perKeyMax streams of a key whose plan does not limit them */
  constructor(perKeyMax: number, counters: Counters) {
    this.#rooms = new Rooms('streams of key', counters);
    this.#perKeyMax = perKeyMax;
  }

  /** Streams that a key may hold. */
  maxOf({ plan }: Pick<KnownKey, 'plan'>): number {
    return plan.streamsPerKey ?? this.#perKeyMax;
  }

  /** Takes room for one more stream of a key. @returns gives it back, once; undefined: the key has as many as it may */
  take(key: Pick<KnownKey, 'id' | 'plan'>): (() => void) | undefined {
    return this.#rooms.take(key.id, this.maxOf(key));
  }
}
