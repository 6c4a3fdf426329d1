import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json } from '#/gateway/json.ts';

export interface ReceivedRequest {
  headers: Record<string, string>;
  text: string;
  body: Json;
}

/** Answers 204 unless a test sets another answer. */
export class Receiver {
  readonly #server = createServer(async (request, response) => {
    const body = await text(request);
    const received = { headers: request.headers as Record<string, string>, text: body, body: JSON.parse(body) };
    this.attempts.push(received);
    const status = this.answer(received, response);
    if (status === undefined) return;
    if (status < 300) this.delivered.push(received);
    response.writeHead(status).end();
  });
  readonly attempts: ReceivedRequest[] = [];
  readonly delivered: ReceivedRequest[] = [];
  /** Undefined before a request and after its response. */
  answer: (received: ReceivedRequest, response: ServerResponse) => number | undefined = () => 204;
  url = '';

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get ids(): string[] {
    return this.delivered.map(({ headers }) => headers['webhook-id'] ?? '');
  }

  get heights(): number[] {
    return this.delivered.map(({ body }) => body.extensions.chain[0].height);
  }
}
