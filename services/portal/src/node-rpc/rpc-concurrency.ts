import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { RequestClient } from '#/http/client-of.ts';
import { Refusal } from '#/http/refusal.ts';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

/** A place of strangers may wait for a body, and takes none from teams. */
const STRANGERS = { total: 64, holder: 16 };
const TEAMS = { total: 128, holder: 32 };
const HOLDER_BYTES_MAX = MEMORY_BOUNDS.nodeRpc / 4;
/** A request has them from its beginning on: for pages of a list, or small answers. */
const REQUEST_BYTES = 128 * 1024;
/** An answer stands in memory as text, as its values, and as the text that is sent. */
export const ANSWER_FACTOR = 3;

const TOO_MANY = new Refusal(429, 'RATE_LIMITED', 'Too many calls are running. Try again when one has ended.', 1);
const TOO_LONG = new Refusal(400, 'ANSWER_TOO_LONG', 'The call or its answer is too long. Ask for less.');

type GiveBack = () => void;

/** Room for requests, and for the bytes of their bodies and answers. It is taken before anything is read. */
export class RpcConcurrency {
  readonly #strangers = new ConcurrencyLimit(STRANGERS.total);
  readonly #teams = new ConcurrencyLimit(TEAMS.total);
  readonly #bytes = new ConcurrencyLimit(MEMORY_BOUNDS.nodeRpc);

  /** @throws Refusal if there is no room */
  enter({ teamId, network }: Pick<RequestClient, 'teamId' | 'network'>): RpcRoom {
    const id = teamId === undefined ? `network ${network}` : `team ${teamId}`;
    const place =
      teamId === undefined
        ? this.#strangers.acquire([{ id, max: STRANGERS.holder }])
        : this.#teams.acquire([{ id, max: TEAMS.holder }]);
    if (typeof place === 'string') throw TOO_MANY;
    const room = new RpcRoom(place, (bytes) => {
      if (bytes > HOLDER_BYTES_MAX) return TOO_LONG;
      const taken = this.#bytes.acquire([{ id, max: HOLDER_BYTES_MAX }], bytes);
      return typeof taken === 'string' ? TOO_MANY : taken;
    });
    const full = room.hold(REQUEST_BYTES);
    if (full === undefined) return room;
    room.leave();
    throw full;
  }
}

/** Held until the client has the answer. */
export class RpcRoom {
  readonly #take: (bytes: number) => GiveBack | Refusal;
  readonly #held: GiveBack[];
  #answer: GiveBack | undefined;
  readonly #kept: GiveBack[] = [];
  #keptBytes = 0;
  #hasLeft = false;

  constructor(place: GiveBack, take: (bytes: number) => GiveBack | Refusal) {
    this.#held = [place];
    // Nothing gives back what is taken for a client that has gone.
    this.#take = (bytes) => (this.#hasLeft ? TOO_MANY : take(bytes));
  }

  /** @returns undefined if there was room */
  hold(bytes: number): Refusal | undefined {
    const taken = this.#take(bytes);
    if (taken instanceof Refusal) return taken;
    this.#held.push(taken);
    return undefined;
  }

  /** Room of the answer before is given back: one is read at a time. @throws Refusal if there is no room */
  holdAnswer(bytes: number): void {
    this.#answer?.();
    this.#answer = undefined;
    if (bytes > REQUEST_BYTES) this.#answer = this.#takeOfCall(bytes * ANSWER_FACTOR);
  }

  /** For what a call gathers of its answers. @throws Refusal if there is no room */
  keep(bytes: number): void {
    this.#kept.push(this.#takeOfCall(bytes * ANSWER_FACTOR));
    this.#keptBytes += bytes * ANSWER_FACTOR;
  }

  /** Gives back the room of the call before. */
  beginCall(): void {
    this.#answer?.();
    this.#answer = undefined;
    for (const giveBack of this.#kept.splice(0)) giveBack();
    this.#keptBytes = 0;
  }

  /** A call that fills the room of its holder alone would fill it the next time, too. @throws Refusal */
  #takeOfCall(bytes: number): GiveBack {
    const taken = this.#keptBytes + bytes > HOLDER_BYTES_MAX ? TOO_LONG : this.#take(bytes);
    if (taken instanceof Refusal) throw taken;
    return taken;
  }

  leave(): void {
    this.#hasLeft = true;
    this.beginCall();
    for (const giveBack of this.#held.splice(0)) giveBack();
  }
}
