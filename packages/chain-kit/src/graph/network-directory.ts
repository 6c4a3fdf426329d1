import { databaseAway } from '@ledgergraph/graph-kit/errors';
import type { Network } from '@ledgergraph/graph-kit/network';
import { listNetworks } from '#/chain/saved-networks.ts';
import type { ReadDatabase, ReadDatabases } from '#/databases/chain-databases.ts';
import { LastAnswers } from '#/databases/last-answers.ts';
import { joinRows, sortNetworks } from '#/databases/own-rows.ts';

/** Networks change only when an operator adds one. */
const FRESH_MS = 2_000;

export class NetworkDirectory {
  readonly #databases: ReadDatabases;
  readonly #listed: LastAnswers<ReadDatabase, Network[]>;
  readonly #known = new Map<ReadDatabase, Network[]>();
  #latest: { at: number; networks: Promise<Network[]> } | undefined;

  constructor(databases: ReadDatabases) {
    this.#databases = databases;
    this.#listed = new LastAnswers(databases.list(), ({ primary }) => listNetworks(primary.db));
  }

  /**
   * @param pinned subgraphs knew their networks before the pin, so a read that lacks one is too old, even one in flight
   * @throws SUBGRAPH_UNAVAILABLE for a pinned chain whose database is away and was never read
   */
  async list(pinned: Iterable<string> = []): Promise<Network[]> {
    const chainIds = [...pinned];
    const networks = await this.#recent();
    return lacks(networks, chainIds) ? this.#read() : networks;
  }

  unreadable(chainId: string): Error | undefined {
    return this.#known.has(this.#databases.of(chainId)) ? undefined : databaseAway();
  }

  #recent(): Promise<Network[]> {
    const now = Date.now();
    const known = this.#latest;
    if (known !== undefined && now - known.at < FRESH_MS) return known.networks;
    return this.#read();
  }

  #read(): Promise<Network[]> {
    const networks = this.#load();
    this.#latest = { at: Date.now(), networks };
    return networks;
  }

  async #load(): Promise<Network[]> {
    try {
      const networks = await this.#loadAll();
      // The first announcement must be seen at once.
      if (networks.length === 0) this.#latest = undefined;
      return networks;
    } catch (error) {
      this.#latest = undefined;
      throw error;
    }
  }

  async #loadAll(): Promise<Network[]> {
    const answers = await this.#listed.ask();
    for (const { database, last } of answers) if (last !== undefined) this.#known.set(database, last.answer);
    if (this.#known.size === 0) throw answers[0]?.fault;
    const networks = joinRows(this.#databases, this.#known);
    return answers.length === 1 ? networks : sortNetworks(networks);
  }
}

function lacks(networks: readonly Network[], chainIds: readonly string[]): boolean {
  const known = new Set(networks.map(({ chainId }) => chainId));
  return chainIds.some((chainId) => !known.has(chainId));
}
