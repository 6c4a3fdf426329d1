import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** The gateway's proxy gives up a response that is silent for 15 s. */
const HEARTBEAT_MS = 5_000;
const STALL_MS = 15_000;

/** Holds one event at most: `send` waits for the reader, and the response ends after 15 s without reading. */
export class EventStream {
  readonly #raw: ServerResponse;
  readonly #stallMs: number;
  readonly #closing = new AbortController();
  readonly #heartbeat: NodeJS.Timeout;

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

  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** @throws Error if the reader is gone or reads nothing */
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
    // A reader that takes nothing would not take the end of the response either.
    if (this.#raw.writableNeedDrain) this.#raw.destroy();
  }
}
