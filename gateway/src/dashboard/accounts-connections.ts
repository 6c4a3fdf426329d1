import { Rooms } from '@ledgergraph/service-kit/limits/rooms';
import { Agent, type Dispatcher } from 'undici';

const CONNECT_TIMEOUT_MS = 2_000;
/** Until the answer begins, and between two parts of it. */
const SILENCE_MS = 15_000;
/** For a whole answer that is no stream: a client that reads slowly holds its connection no longer. */
const ANSWER_MS = 60_000;

/** How many connections there are, and how many of them one network may hold. */
interface Bounds {
  max: number;
  networkMax: number;
}
const CALLS: Bounds = { max: 128, networkMax: 48 };
const STREAMS: Bounds = { max: 256, networkMax: 32 };

/** A request to send on, with the client's network and what ends when the client is gone. */
export interface Outgoing extends Pick<Dispatcher.RequestOptions, 'path' | 'method' | 'headers'> {
  body: Buffer | null;
  network: string;
  gone: AbortSignal;
}

/** Connections to accounts of one kind. A connection is taken before the first `await`, and there is no queue for one. */
class Connections {
  readonly #agent: Agent;
  readonly #rooms: Rooms;
  readonly #networkMax: number;
  readonly #origin: string;

  constructor(origin: string, { max, networkMax }: Bounds) {
    this.#origin = origin;
    this.#agent = new Agent({ connections: max, connect: { timeout: CONNECT_TIMEOUT_MS } });
    this.#rooms = new Rooms(max);
    this.#networkMax = networkMax;
  }

  /** @returns the answer, whose body the caller reads or destroys; or who holds too many connections */
  async ask({ network, gone, ...request }: Outgoing, ms?: number): Promise<Dispatcher.ResponseData | 'holder' | 'all'> {
    const giveBack = this.#rooms.take([{ id: network, max: this.#networkMax }]);
    if (typeof giveBack === 'string') return giveBack;
    const signal = ms === undefined ? gone : AbortSignal.any([gone, AbortSignal.timeout(ms)]);
    const timeouts = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS };
    try {
      const answer = await this.#agent.request({ origin: this.#origin, ...request, ...timeouts, signal });
      answer.body.once('close', giveBack);
      return answer;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Connections to accounts for calls, which end soon, and others for streams, which last for up to a day: neither waits for the other. */
export class AccountsConnections {
  readonly #calls: Connections;
  readonly #streams: Connections;

  constructor(accountsUrl: string) {
    const { origin } = new URL(accountsUrl);
    this.#calls = new Connections(origin, CALLS);
    this.#streams = new Connections(origin, STREAMS);
  }

  /** @throws what undici throws when accounts does not answer, breaks off, or is too slow */
  ask(request: Outgoing, isStream: boolean): Promise<Dispatcher.ResponseData | 'holder' | 'all'> {
    return isStream ? this.#streams.ask(request) : this.#calls.ask(request, ANSWER_MS);
  }

  async close(): Promise<void> {
    await Promise.all([this.#calls.close(), this.#streams.close()]);
  }
}
