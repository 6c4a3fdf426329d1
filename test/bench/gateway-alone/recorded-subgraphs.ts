import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerRequests, readHeaders, writeAnswer } from './answer-requests.ts';

/** Ask the real subgraphs once, then repeat the answer at once: a gateway over them waits for nothing but itself. */
export class RecordedSubgraphs implements AsyncDisposable {
  readonly #servers = new Map<string, Server>();
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Map<string, Buffer>();
  #passedOn = 0;
  #requests = 0;
  latencyMs = 0;

  /** @param urls of the real subgraphs, by name */
  static async start(urls: ReadonlyMap<string, string>): Promise<RecordedSubgraphs> {
    const recorded = new RecordedSubgraphs();
    for (const [name, url] of urls) {
      const server = answerRequests((head, body) => recorded.#answer(name, url, head, body));
      server.on('connection', (socket) =>
        recorded.#sockets.add(socket.once('close', () => recorded.#sockets.delete(socket))),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      recorded.#servers.set(name, server);
    }
    return recorded;
  }

  urls(): Map<string, string> {
    return new Map(
      Array.from(this.#servers, ([name, server]) => [
        name,
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ]),
    );
  }

  takeCounts(): { requests: number; passedOn: number } {
    const counts = { requests: this.#requests, passedOn: this.#passedOn };
    this.#requests = 0;
    this.#passedOn = 0;
    return counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers.values()) await new Promise((resolve) => server.close(resolve));
  }

  #answer(name: string, url: string, head: string, body: string): Buffer | Promise<Buffer> {
    this.#requests += 1;
    const key = `${name} ${body}`;
    const known = this.#answers.get(key);
    if (known === undefined) return this.#record(key, url, head, body);
    return this.latencyMs === 0 ? known : delay(this.latencyMs, known);
  }

  async #record(key: string, url: string, head: string, body: string): Promise<Buffer> {
    this.#passedOn += 1;
    const { status, text } = await passOn(url, readHeaders(head), body);
    const answer = writeAnswer(status, text);
    if (status === 200) this.#answers.set(key, answer);
    return answer;
  }
}

async function passOn(
  url: string,
  given: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string }> {
  const ours = Object.entries(given).filter(([name]) => name.startsWith('x-ledgergraph-'));
  const headers = { ...Object.fromEntries(ours), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
