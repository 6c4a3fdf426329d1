import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { Caller } from '#/gateway/gateway-client.ts';
import { nameOfKey } from '#/http/name-of-key.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

const REQUESTS = { perKey: 16, perNetwork: 48, total: 128 };
const PART_OF_HOLDER = 1 / 4;
/** An answer stands in memory as text, as its values, and as the text that is sent. */
const ANSWER_FACTOR = 3;
/** Of a request from its beginning on: pages of a list, or small answers. */
const REQUEST_BYTES = 128 * 1024;

type GiveBack = () => void;

/** Room for requests, and for the bytes of their bodies and answers. It is taken before anything is read. */
export class RpcConcurrency {
  readonly #requests = new ConcurrencyLimit(REQUESTS.total);
  readonly #bytes = new ConcurrencyLimit(MEMORY_BOUNDS.nodeRpc);

  /** @param bodyBytes that the body may have @returns undefined if there is no room */
  enter({ authorization, client }: Pick<Caller, 'authorization' | 'client'>, bodyBytes: number): RpcRoom | undefined {
    const network = `network ${client.network}`;
    const key = authorization === undefined ? network : `key ${nameOfKey(authorization)}`;
    const holders = [{ id: network, max: REQUESTS.perNetwork }];
    if (key !== network) holders.unshift({ id: key, max: REQUESTS.perKey });
    const place = this.#requests.acquire(holders);
    if (typeof place === 'string') return undefined;
    const room = new RpcRoom((bytes) => this.#hold(key, bytes), place);
    if (room.hold(REQUEST_BYTES + bodyBytes)) return room;
    room.leave();
    return undefined;
  }

  #hold(holder: string, bytes: number): GiveBack | undefined {
    const taken = this.#bytes.acquire([{ id: holder, max: MEMORY_BOUNDS.nodeRpc * PART_OF_HOLDER }], bytes);
    return typeof taken === 'string' ? undefined : taken;
  }
}

/** Held until the client has the answer. */
export class RpcRoom {
  readonly #take: (bytes: number) => GiveBack | undefined;
  readonly #held: GiveBack[];
  #answer: GiveBack | undefined;

  constructor(take: (bytes: number) => GiveBack | undefined, place: GiveBack) {
    this.#take = take;
    this.#held = [place];
  }

  /** @returns false if there is no room */
  hold(bytes: number): boolean {
    const taken = this.#take(bytes);
    if (taken === undefined) return false;
    this.#held.push(taken);
    return true;
  }

  /** Room of the answer before is given back: one is read at a time. @returns false if there is no room */
  holdAnswer(bytes: number): boolean {
    this.#answer?.();
    this.#answer = bytes > REQUEST_BYTES ? this.#take(bytes * ANSWER_FACTOR) : () => {};
    return this.#answer !== undefined;
  }

  leave(): void {
    this.#answer?.();
    for (const giveBack of this.#held.splice(0)) giveBack();
  }
}

export const RPC_BODY_BYTES_MAX = (4 * 1024 + 64) * 1024;
