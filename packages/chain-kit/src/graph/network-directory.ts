import type { Network } from '@ledgergraph/graph-kit/network';
import { listNetworks } from '#/chain/saved-networks.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** Networks change when an operator adds one; so requests do not each read them from the database. */
const FRESH_MS = 2_000;

/** The networks of this database, read at most every two seconds. */
export class NetworkDirectory {
  readonly #db: SqlExecutor;
  #latest: { at: number; networks: Promise<Network[]> } | undefined;

  constructor(db: SqlExecutor) {
    this.#db = db;
  }

  /**
   * @param pinned chains with a pin in the request. All subgraphs had their networks before the pin, so a read that lacks one of them is too
   *   old, also a read in flight
   */
  async list(pinned: Iterable<string> = []): Promise<Network[]> {
    const networks = await this.#recent();
    const known = new Set(networks.map(({ chainId }) => chainId));
    return [...pinned].every((chainId) => known.has(chainId)) ? networks : this.#read();
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
      const networks = await listNetworks(this.#db);
      // An empty list is not reused: the first announcement must be seen at once.
      if (networks.length === 0) this.#latest = undefined;
      return networks;
    } catch (error) {
      this.#latest = undefined;
      throw error;
    }
  }
}
