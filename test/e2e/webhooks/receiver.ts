import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { Webhook } from 'standardwebhooks';

/** A delivery with another secret than its path's ends the test run. */
export class Receiver {
  readonly #received = new Map<string, Untyped[]>();
  readonly #ids = new Map<string, string[]>();
  readonly #secrets = new Map<string, string>();
  readonly #server = createServer(async (request, response) => {
    const body = await text(request);
    const path = request.url ?? '';
    const secret = this.#secrets.get(path);
    const event =
      secret === undefined
        ? JSON.parse(body)
        : new Webhook(secret).verify(body, request.headers as Record<string, string>);
    this.#received.set(path, [...this.eventsOf(path), event]);
    this.#ids.set(path, [...this.idsOf(path), String(request.headers['webhook-id'])]);
    response.writeHead(204).end();
  });
  url = '';

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  expectSecret(path: string, secret: string): void {
    this.#secrets.set(path, secret);
  }

  /** In order. */
  eventsOf(path: string): Untyped[] {
    return this.#received.get(path) ?? [];
  }

  idsOf(path: string): string[] {
    return this.#ids.get(path) ?? [];
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
