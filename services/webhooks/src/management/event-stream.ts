import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** The gateway's proxy gives up a response that is silent for 15 s. */
const HEARTBEAT_MS = 5_000;
/** How long a reader may take nothing. */
const STALL_MS = 15_000;

/**
 * A response of Server-Sent Events. It holds no more than one event for a reader that does not read: `send` waits until the reader has taken
 * what was sent, and the response is cut after 15 s.
 */
export class EventStream {
  readonly #raw: ServerResponse;
  readonly #stallMs: number;
  readonly #closing = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;

  /** Takes the response over from the server, with the headers that it has. */
  constructor(reply: FastifyReply, stallMs = STALL_MS) {
    this.#stallMs = stallMs;
    const headers = reply.getHeaders();
    reply.hijack();
    this.#raw = reply.raw;
    this.#raw.on('error', () => this.#closing.abort());
    this.#raw.on('close', () => this.#closing.abort());
    if (this.#raw.destroyed) this.#closing.abort();
    this.#raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream', connection: 'close' } as never);
    this.#heartbeat = setInterval(() => {
      if (!this.#raw.writableNeedDrain) this.#raw.write(':\n\n');
    }, HEARTBEAT_MS);
  }

  /** Aborted when the reader is gone. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** @throws Error if the reader is gone, or takes nothing */
  async send(event: string, data: object): Promise<void> {
    this.signal.throwIfAborted();
    if (this.#raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) return;
    try {
      await once(this.#raw, 'drain', { signal: AbortSignal.any([this.signal, AbortSignal.timeout(this.#stallMs)]) });
    } catch (error) {
      this.#raw.destroy();
      throw error;
    }
  }

  end(): void {
    clearInterval(this.#heartbeat);
    this.#raw.end();
    // A reader that does not take the end either gets nothing more.
    if (this.#raw.writableNeedDrain) this.#raw.destroy();
  }
}
