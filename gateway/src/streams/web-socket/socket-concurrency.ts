import { networkOf } from '@ledgergraph/service-kit/http/network-of';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { Admission } from '#/admission/admission.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import { holdersOf } from '#/limits/holders.ts';

/** They have three seconds to show a key. */
const STRANGERS_MAX = 2_000;
const STRANGERS_PER_ADDRESS_MAX = 200;
/** A client that lost its connection opens the next one before the gateway notices. */
const SOCKETS_PER_STREAM = 2;
const SOCKETS_MAX = 100_000;

export interface SocketLimits {
  strangersMax: number;
  /** From one address, or one customer's network of IPv6. */
  strangersPerAddressMax: number;
}

const LIMITS: SocketLimits = { strangersMax: STRANGERS_MAX, strangersPerAddressMax: STRANGERS_PER_ADDRESS_MAX };

/** Sockets without a key in all and by network; the others by key, team and person. */
export class SocketConcurrency {
  readonly #streams: Pick<Admission, 'streamsMaxOf'>;
  readonly #limits: SocketLimits;
  /** By network, the oldest first. */
  readonly #strangers = new Map<string, Set<() => void>>();
  readonly #ofKeys = new ConcurrencyLimit(SOCKETS_MAX);
  #strangersCount = 0;

  constructor(streams: Pick<Admission, 'streamsMaxOf'>, limits = LIMITS) {
    this.#streams = streams;
    this.#limits = limits;
  }

  /**
   * For a socket without a key. Where all room is taken, the oldest one of the network with the most gives way, so that silent networks
   * keep no others out.
   * @param end ends the socket
   * @returns gives the room back; undefined: its network has all it may
   */
  enter(address: string, end: () => void): (() => void) | undefined {
    const network = networkOf(address);
    const { strangersMax, strangersPerAddressMax } = this.#limits;
    const own = this.#strangers.get(network) ?? new Set();
    if (own.size >= strangersPerAddressMax) return undefined;
    // Its own function for each: two sockets may have one `end`.
    const stranger = (): void => end();
    this.#strangers.set(network, own.add(stranger));
    this.#strangersCount += 1;
    if (this.#strangersCount > strangersMax) this.#endOldest();
    return () => this.#leave(network, stranger);
  }

  /** @returns gives the room back; undefined: the key has all it may */
  hold(key: KnownKey): (() => void) | undefined {
    const room = this.#ofKeys.acquire(holdersOf(key, this.#streams.streamsMaxOf(key) * SOCKETS_PER_STREAM));
    return typeof room === 'string' ? undefined : room;
  }

  #endOldest(): void {
    let fullest: [string, Set<() => void>] | undefined;
    for (const one of this.#strangers) if (one[1].size > (fullest?.[1].size ?? 0)) fullest = one;
    const [end] = fullest?.[1] ?? [];
    if (fullest === undefined || end === undefined) return;
    this.#leave(fullest[0], end);
    end();
  }

  #leave(network: string, stranger: () => void): void {
    const own = this.#strangers.get(network);
    if (own === undefined || !own.delete(stranger)) return;
    this.#strangersCount -= 1;
    if (own.size === 0) this.#strangers.delete(network);
  }
}
