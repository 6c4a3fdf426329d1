import type { SqlExecutor } from '../db/sql-executor.ts';
import { listNetworks, type Network } from '../indexing/network.ts';

/** Networks change when an operator adds one; requests must not each ask the database for them. */
const FRESH_MS = 2_000;

/** The networks of this database, read at most every two seconds. */
export class NetworkDirectory {
  readonly #db: SqlExecutor;
  #read: { at: number; networks: Promise<Network[]> } | undefined;

  constructor(db: SqlExecutor) {
    this.#db = db;
  }

  list(): Promise<Network[]> {
    const now = Date.now();
    const known = this.#read;
    if (known !== undefined && now - known.at < FRESH_MS) return known.networks;
    const networks = this.#load();
    this.#read = { at: now, networks };
    return networks;
  }

  async #load(): Promise<Network[]> {
    try {
      const networks = await listNetworks(this.#db);
      // None yet: the first announcement must be seen at once.
      if (networks.length === 0) this.#read = undefined;
      return networks;
    } catch (error) {
      this.#read = undefined;
      throw error;
    }
  }
}
