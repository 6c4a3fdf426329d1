import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { ConcurrencyLimit, type LimitReached } from '#/limits/concurrency-limit.ts';

const CONNECT_TIMEOUT_MS = 2_000;

export interface UpstreamBounds {
  max: number;
  /** A holder is a network or a team. */
  holderMax: number;
  /** Until an answer begins, and between two parts of it, without the time in which the client does not read. */
  silenceMs: number;
}

export interface Outgoing extends Pick<Dispatcher.RequestOptions, 'path' | 'method'> {
  headers: IncomingHttpHeaders;
  body: Buffer | Readable | null;
  holder: string;
  gone: AbortSignal;
}

/**
 * Connections to a server behind this one, for clients that may be as slow as they like. One is taken before the first `await`; there is
 * no queue.
 */
export class Upstream {
  readonly #agent: Agent;
  readonly #limit: ConcurrencyLimit;
  readonly #bounds: UpstreamBounds;
  readonly #origin: string;

  constructor(baseUrl: string, bounds: UpstreamBounds) {
    this.#origin = new URL(baseUrl).origin;
    this.#agent = new Agent({ connections: bounds.max, connect: { timeout: CONNECT_TIMEOUT_MS } });
    this.#limit = new ConcurrencyLimit(bounds.max);
    this.#bounds = bounds;
  }

  /**
   * @param ms of the whole answer; absent: without a limit
   * @returns the answer, whose body the caller reads or destroys; or who holds too many connections
   * @throws errors of undici
   */
  async ask({ holder, gone, ...request }: Outgoing, ms?: number): Promise<Dispatcher.ResponseData | LimitReached> {
    const { holderMax, silenceMs } = this.#bounds;
    const giveBack = this.#limit.acquire([{ id: holder, max: holderMax }]);
    if (typeof giveBack === 'string') return giveBack;
    const signal = ms === undefined ? gone : AbortSignal.any([gone, AbortSignal.timeout(ms)]);
    const timeouts = { headersTimeout: silenceMs, bodyTimeout: silenceMs };
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
