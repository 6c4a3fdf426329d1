import { AnswerRoom } from './answer-room.ts';
import { SubgraphClient } from './subgraph-client.ts';

/** Connections that one graph holds. */
export interface HeldClients {
  /** By name in the supergraph. */
  clients: ReadonlyMap<string, SubgraphClient>;
  release: () => Promise<void>;
}

interface Shared {
  client: SubgraphClient;
  holders: number;
}

/** Connections to subgraphs, by address: the graphs of a moment share them, the last to go closes them. */
export class SubgraphClients {
  readonly #timeoutMs: number;
  readonly #room = new AnswerRoom();
  readonly #byUrl = new Map<string, Shared>();

  constructor({ timeoutMs }: { timeoutMs: number }) {
    this.#timeoutMs = timeoutMs;
  }

  /** @param urls base URLs by name in the supergraph */
  hold(urls: ReadonlyMap<string, string>): HeldClients {
    const clients = new Map(Array.from(urls, ([name, url]) => [name, this.#take(url)]));
    return {
      clients,
      release: async () => {
        await Promise.all(Array.from(urls.values(), (url) => this.#give(url)));
      },
    };
  }

  /** Closes all clients. */
  async close(): Promise<void> {
    const shared = [...this.#byUrl.values()];
    this.#byUrl.clear();
    await Promise.all(shared.map(({ client }) => client.close()));
  }

  #take(url: string): SubgraphClient {
    const shared = this.#byUrl.get(url) ?? {
      client: new SubgraphClient({ url, timeoutMs: this.#timeoutMs, room: this.#room }),
      holders: 0,
    };
    shared.holders += 1;
    this.#byUrl.set(url, shared);
    return shared.client;
  }

  async #give(url: string): Promise<void> {
    const shared = this.#byUrl.get(url);
    if (shared === undefined) return;
    shared.holders -= 1;
    if (shared.holders > 0) return;
    this.#byUrl.delete(url);
    await shared.client.close();
  }
}
