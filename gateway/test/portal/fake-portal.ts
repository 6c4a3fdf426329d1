import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

function answerAll(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.end('from the portal');
}

export class FakePortal {
  readonly received: IncomingMessage[] = [];
  abandoned = 0;
  answer: Handler = answerAll;
  readonly #server = createServer((request, response) => {
    this.received.push(request);
    request.on('error', () => {});
    response.on('close', () => {
      if (!response.writableFinished) this.abandoned += 1;
    });
    this.answer(request, response);
  });

  async start(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  reset(): void {
    this.received.length = 0;
    this.abandoned = 0;
    this.answer = answerAll;
  }
}
