import { availableParallelism } from 'node:os';
import type { Turns } from '@ledgergraph/service-kit/limits/turns';
import { AnswerRoom } from './answer-room.ts';
import { turnsOfAll } from './request-turns.ts';
import { SubgraphClient } from './subgraph-client.ts';

export interface HeldClients {
  clients: ReadonlyMap<string, SubgraphClient>;
  release: () => Promise<void>;
}

interface Shared {
  client: SubgraphClient;
  holders: number;
}

/** Where the subgraphs have machines of their own, the setting is higher. */
const AT_ONCE_OF_PROCESSOR = 4;

export interface SubgraphClientsOptions {
  timeoutMs: number;
  /** For all teams. Absent: by this machine's processors. */
  requestsAtOnce?: number | undefined;
}

/** By address: the graphs of a moment share connections, the last to go closes them. */
export class SubgraphClients {
  readonly #timeoutMs: number;
  readonly #room = new AnswerRoom();
  readonly #turns: Turns;
  readonly #byUrl = new Map<string, Shared>();

  constructor({ timeoutMs, requestsAtOnce = AT_ONCE_OF_PROCESSOR * availableParallelism() }: SubgraphClientsOptions) {
    this.#timeoutMs = timeoutMs;
    this.#turns = turnsOfAll(requestsAtOnce);
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

  async close(): Promise<void> {
    const shared = [...this.#byUrl.values()];
    this.#byUrl.clear();
    await Promise.all(shared.map(({ client }) => client.close()));
  }

  #take(url: string): SubgraphClient {
    const shared = this.#byUrl.get(url) ?? {
      client: new SubgraphClient({ url, timeoutMs: this.#timeoutMs, room: this.#room, turns: this.#turns }),
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
