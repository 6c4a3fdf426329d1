import { acquireBoth, ConcurrencyLimit, type Holder } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { nameOfKey } from '#/http/name-of-key.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

const KEY_MAX = 8;
const TOTAL_MAX = 64;
/** For one team or network with many keys. */
const MANY_KEYS_MAX = 4 * KEY_MAX;
const OPEN_NETWORK_MAX = 2;
const OPEN_MAX = 2 * KEY_MAX;
const PART_OF_TEAM = 1 / 2;
const PART_OF_OPEN_NETWORK = 1 / 4;

type GiveBack = () => void;

/** From the request until the client has the answer. */
export class FeedConcurrency {
  readonly #requests = new ConcurrencyLimit(TOTAL_MAX);
  readonly #teams = new ConcurrencyLimit(TOTAL_MAX);
  readonly #bytes = new ConcurrencyLimit(MEMORY_BOUNDS.feeds);

  /** The key is not known yet. @returns undefined if none is free */
  enter(network: string, authorization: string | undefined): GiveBack | undefined {
    return this.#take([
      { id: `key ${nameOfKey(authorization ?? network)}`, max: KEY_MAX },
      { id: `network ${network}`, max: MANY_KEYS_MAX },
    ]);
  }

  enterOpen(network: string): GiveBack | undefined {
    return this.#take([
      { id: `open ${network}`, max: OPEN_NETWORK_MAX },
      { id: 'open', max: OPEN_MAX },
    ]);
  }

  /** @param bytes at most @param openNetwork without a key @returns undefined if none is free */
  hold(teamId: string, bytes: number, openNetwork?: string): GiveBack | undefined {
    const request = this.#teams.acquire([{ id: teamId, max: MANY_KEYS_MAX }]);
    if (typeof request === 'string') return undefined;
    const max = MEMORY_BOUNDS.feeds * PART_OF_TEAM;
    const holders = [{ id: `team ${teamId}`, max }];
    if (openNetwork !== undefined) holders.unshift({ id: `open ${openNetwork}`, max: max * PART_OF_OPEN_NETWORK });
    const both = acquireBoth(request, this.#bytes.acquire(holders, bytes));
    return typeof both === 'string' ? undefined : both;
  }

  #take(holders: readonly Holder[]): GiveBack | undefined {
    const taken = this.#requests.acquire(holders);
    return typeof taken === 'string' ? undefined : taken;
  }
}
