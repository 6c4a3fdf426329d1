import { type Holder, Rooms, takeBoth } from '@ledgergraph/service-kit/limits/rooms';
import { nameOfKey } from '#/http/name-of-key.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

/** Requests that are answered at a time: of one key, and of all at one portal. */
const KEY_MAX = 8;
const TOTAL_MAX = 64;
/** The same of one team and of one network, however many keys they show. */
const MANY_KEYS_MAX = 4 * KEY_MAX;
/** Without a key: of one network, and of all. */
const OPEN_NETWORK_MAX = 2;
const OPEN_MAX = 2 * KEY_MAX;
/** Part of the bytes that one team takes at most. */
const PART_OF_TEAM = 1 / 2;
/** Part of the operator's bytes that one network takes without a key: one of the largest answers. */
const PART_OF_OPEN_NETWORK = 1 / 4;

type GiveBack = () => void;

/** Bounds what is read at a time, from the moment at which it is asked for until its client has it. */
export class FeedRooms {
  readonly #requests = new Rooms(TOTAL_MAX);
  readonly #teams = new Rooms(TOTAL_MAX);
  readonly #bytes = new Rooms(MEMORY_BOUNDS.feeds);

  /** Room for a request, before anything is known of its key. @returns undefined: none is free */
  enter(network: string, authorization: string | undefined): GiveBack | undefined {
    return this.#take([
      { id: `key ${nameOfKey(authorization ?? network)}`, max: KEY_MAX },
      { id: `network ${network}`, max: MANY_KEYS_MAX },
    ]);
  }

  /** The same for one without a key that the operator's key answers. */
  enterOpen(network: string): GiveBack | undefined {
    return this.#take([
      { id: `open ${network}`, max: OPEN_NETWORK_MAX },
      { id: 'open', max: OPEN_MAX },
    ]);
  }

  /** Room for an answer, once its team is known. @param bytes that it takes at most @param openNetwork of one without a key @returns undefined: none is free */
  hold(teamId: string, bytes: number, openNetwork?: string): GiveBack | undefined {
    const request = this.#teams.take([{ id: teamId, max: MANY_KEYS_MAX }]);
    if (typeof request === 'string') return undefined;
    const max = MEMORY_BOUNDS.feeds * PART_OF_TEAM;
    const holders = [{ id: `team ${teamId}`, max }];
    if (openNetwork !== undefined) holders.unshift({ id: `open ${openNetwork}`, max: max * PART_OF_OPEN_NETWORK });
    const both = takeBoth(request, this.#bytes.take(holders, bytes));
    return typeof both === 'string' ? undefined : both;
  }

  #take(holders: readonly Holder[]): GiveBack | undefined {
    const taken = this.#requests.take(holders);
    return typeof taken === 'string' ? undefined : taken;
  }
}
