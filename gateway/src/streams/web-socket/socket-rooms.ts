import { networkOf } from '#/auth/allowed-networks.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { Counters } from '#/limits/counters.ts';
import { Rooms } from '#/limits/rooms.ts';

/** Sockets that have shown no key yet. They have three seconds. */
const STRANGERS_MAX = 2_000;
const STRANGERS_PER_ADDRESS_MAX = 200;
/** A client that lost its connection opens the next one before the gateway notices the loss. */
const SOCKETS_PER_STREAM = 2;

export interface SocketLimits {
  /** In all. */
  strangersMax: number;
  /** From one address, or one customer's network of IPv6. */
  strangersPerAddressMax: number;
}

const LIMITS: SocketLimits = { strangersMax: STRANGERS_MAX, strangersPerAddressMax: STRANGERS_PER_ADDRESS_MAX };

/** Knows how many streams a key may hold. */
export interface StreamMax {
  streamsMaxOf(key: KnownKey): number;
}

/** Counts WebSockets: those without a key in all and by address, the others by key. */
export class SocketRooms {
  readonly #streams: StreamMax;
  readonly #limits: SocketLimits;
  readonly #strangers: Rooms;
  readonly #perAddress: Rooms;
  readonly #perKey: Rooms;

  constructor(streams: StreamMax, counters: Counters, limits = LIMITS) {
    this.#strangers = new Rooms('sockets without a key', counters);
    this.#perAddress = new Rooms('sockets of address', counters);
    this.#perKey = new Rooms('sockets of key', counters);
    this.#streams = streams;
    this.#limits = limits;
  }

  /** Takes room for a socket that has shown no key. @returns gives it back, once; undefined: there is none */
  enter(address: string): (() => void) | undefined {
    const { strangersMax, strangersPerAddressMax } = this.#limits;
    const leave = this.#strangers.take('all', strangersMax);
    if (leave === undefined) return undefined;
    const leaveAddress = this.#perAddress.take(networkOf(address), strangersPerAddressMax);
    if (leaveAddress === undefined) {
      leave();
      return undefined;
    }
    return () => {
      leave();
      leaveAddress();
    };
  }

  /** Takes room for a socket of a key. @returns gives it back, once; undefined: the key has as many as it may */
  hold(key: KnownKey): (() => void) | undefined {
    return this.#perKey.take(key.id, this.#streams.streamsMaxOf(key) * SOCKETS_PER_STREAM);
  }
}
