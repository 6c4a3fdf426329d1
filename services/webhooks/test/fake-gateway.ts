import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readWebhookTypes, type WebhookCatalog } from '@ledgergraph/graph-kit/webhook-types';
import { inRepository } from '@ledgergraph/local/repository';
import type { Json } from '#/gateway/json.ts';

const TYPES = readWebhookTypes(readFileSync(inRepository('gateway', 'supergraph.graphql'), 'utf8'));

export interface Happening {
  type: 'BlockAdded' | 'BlocksRemoved' | 'PendingAdded' | 'PendingLeft';
  height: number;
  id: string;
  data: Json;
}

/** The cursors of its streams are places in the list of happenings. */
export class FakeGateway {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #streams = new Set<{ response: ServerResponse; next: number }>();
  readonly happenings: Happening[] = [];
  readonly requests: { headers: IncomingMessage['headers']; body: Json }[] = [];
  onQuery: (body: Json) => Json = () => ({ data: {} });
  webhookTypes: WebhookCatalog = TYPES;
  refusal: { code: string; message: string } | undefined;

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  addBlock(height: number, block: Json = {}): void {
    const event = { __typename: 'BlockAdded', chainId: 'i', blockHeight: height, blockHash: `hash ${height}`, block };
    this.add({
      type: 'BlockAdded',
      height,
      id: `block ${height} ${this.happenings.length}`,
      data: { chainEvents: event },
    });
  }

  removeBlocks(ancestor: number): void {
    const event = { __typename: 'BlocksRemoved', blockHeight: ancestor, depth: 1, removedHashes: [] };
    this.add({
      type: 'BlocksRemoved',
      height: ancestor,
      id: `removal ${this.happenings.length}`,
      data: { chainEvents: event },
    });
  }

  enterPool(txid: string, changes: Json[] = []): void {
    const event = { __typename: 'PendingAdded', chainId: 'i', transaction: { txid, changes: { changes } } };
    this.add({
      type: 'PendingAdded',
      height: 7,
      id: `entry ${this.happenings.length}`,
      data: { pendingChanges: event },
    });
  }

  leavePool(txid: string, state: string): void {
    const event = { __typename: 'PendingLeft', chainId: 'i', txid, state, blockHeight: null };
    this.add({
      type: 'PendingLeft',
      height: 7,
      id: `leaving ${this.happenings.length}`,
      data: { pendingChanges: event },
    });
  }

  addEvent(height: number, data: Json): void {
    this.add({ type: 'BlockAdded', height, id: `event ${this.happenings.length}`, data });
  }

  endStreams(end?: { code: string; message: string }): void {
    for (const { response } of this.#streams) {
      if (end === undefined) response.destroy();
      else response.end(`event: next\nid: x\ndata: ${JSON.stringify(toErrors(end))}\n\nevent: complete\ndata:\n\n`);
    }
    this.#streams.clear();
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  add(happening: Happening): void {
    this.happenings.push(happening);
    for (const stream of this.#streams) this.#send(stream);
  }

  #send(stream: { response: ServerResponse; next: number }): void {
    for (; stream.next < this.happenings.length; stream.next += 1) {
      const { type, height, id, data } = this.happenings[stream.next] as Happening;
      const extensions = { chain: [{ chainId: 'i', height }], event: { id, type } };
      stream.response.write(`id: ${stream.next + 1}\nevent: next\ndata: ${JSON.stringify({ data, extensions })}\n\n`);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/webhook-types') {
      response.end(JSON.stringify(this.webhookTypes));
      return;
    }
    const body = (await json(request)) as Json;
    this.requests.push({ headers: request.headers, body });
    const isStream = request.headers.accept === 'text/event-stream';
    if (!isStream || this.refusal !== undefined) {
      response.writeHead(this.refusal === undefined ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(this.refusal === undefined ? this.onQuery(body) : toErrors(this.refusal)));
      return;
    }
    const stream = { response, next: this.#start(request.headers) };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${stream.next}\n\n`);
    this.#streams.add(stream);
    response.on('close', () => this.#streams.delete(stream));
    this.#send(stream);
  }

  #start(headers: IncomingMessage['headers']): number {
    const { 'last-event-id': cursor, 'x-ledgergraph-from-height': from } = headers;
    if (typeof cursor === 'string') return Number(cursor);
    if (typeof from !== 'string') return this.happenings.length;
    return this.happenings.findIndex(({ height }) => height >= Number(from));
  }
}

function toErrors({ code, message }: { code: string; message: string }): Json {
  return { errors: [{ message, extensions: { code } }] };
}
