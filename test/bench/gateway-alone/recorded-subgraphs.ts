import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status: number;
  text: string;
}

/**
 * Servers in the place of the subgraphs. What they are asked for the first time they ask the real ones; from then on they
 * repeat the answer, at once: so that a gateway over them waits for nothing but itself.
 */
export class RecordedSubgraphs implements AsyncDisposable {
  readonly #servers = new Map<string, Server>();
  readonly #answers = new Map<string, Answer>();
  /** Requests that went on to a real subgraph since the last look. */
  #passedOn = 0;
  #requests = 0;

  /** @param urls of the real subgraphs, by name */
  static async start(urls: ReadonlyMap<string, string>): Promise<RecordedSubgraphs> {
    const recorded = new RecordedSubgraphs();
    for (const [name, url] of urls) {
      const server = createServer((request, response) => void recorded.#handle(name, url, request, response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      recorded.#servers.set(name, server);
    }
    return recorded;
  }

  /** Where each subgraph's stand-in listens. */
  urls(): Map<string, string> {
    return new Map(
      Array.from(this.#servers, ([name, server]) => [
        name,
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ]),
    );
  }

  /** What was asked since the last call. */
  takeCounts(): { requests: number; passedOn: number } {
    const counts = { requests: this.#requests, passedOn: this.#passedOn };
    this.#requests = 0;
    this.#passedOn = 0;
    return counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers.values()) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #handle(name: string, url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    this.#requests += 1;
    const key = `${name} ${body}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      this.#passedOn += 1;
      answer = await passOn(url, request, body);
      if (answer.status === 200) this.#answers.set(key, answer);
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.text);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function passOn(url: string, request: IncomingMessage, body: string): Promise<Answer> {
  const ours = Object.entries(request.headers).filter(([name]) => name.startsWith('x-ledgergraph-'));
  const headers = { ...Object.fromEntries(ours), 'content-type': 'application/json' } as Record<string, string>;
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
