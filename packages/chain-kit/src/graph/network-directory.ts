import { databaseAway } from '@ledgergraph/graph-kit/errors';
import type { Network } from '@ledgergraph/graph-kit/network';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import { listNetworks } from '#/chain/saved-networks.ts';
import type { ReadDatabase, ReadDatabases } from '#/databases/chain-databases.ts';

/** Networks change when an operator adds one; so requests do not each read them from the database. */
const FRESH_MS = 2_000;

/** The networks of all databases of a process, read at most every two seconds. */
export class NetworkDirectory {
  readonly #databases: ReadDatabases;
  /** Networks that each database had when it was read last: it may be away now. */
  readonly #known = new Map<ReadDatabase, Network[]>();
  #latest: { at: number; networks: Promise<Network[]> } | undefined;

  constructor(databases: ReadDatabases) {
    this.#databases = databases;
  }

  /**
   * @param pinned chains with a pin in the request. All subgraphs had their networks before the pin, so a read that lacks one of them is too
   *   old, also a read in flight
   * @throws SUBGRAPH_UNAVAILABLE for a pinned chain whose database is away and was never read
   */
  async list(pinned: Iterable<string> = []): Promise<Network[]> {
    const chainIds = [...pinned];
    const networks = await this.#recent();
    return lacks(networks, chainIds) ? this.#read() : networks;
  }

  /** The error for a chain that is in no list; undefined if the lists are complete. */
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
      // An empty list is not reused: the first announcement must be seen at once.
      if (networks.length === 0) this.#latest = undefined;
      return networks;
    } catch (error) {
      this.#latest = undefined;
      throw error;
    }
  }

  async #loadAll(): Promise<Network[]> {
    const databases = this.#databases.list();
    const read = await Promise.allSettled(databases.map((database) => this.#loadFrom(database)));
    const failed = read.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined && read.every(({ status }) => status === 'rejected')) throw failed.reason;
    const networks = read.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    return databases.length === 1 ? networks : networks.sort(defaultFirst);
  }

  async #loadFrom(database: ReadDatabase): Promise<Network[]> {
    try {
      const networks = await listNetworks(database.primary.db);
      // A chain that was moved leaves its rows behind: each is the network of the database that has it now.
      const own = networks.filter(({ chainId }) => this.#databases.of(chainId) === database);
      this.#known.set(database, own);
      return own;
    } catch (error) {
      const known = this.#known.get(database);
      if (known === undefined || databaseFault(error) !== 'away') throw error;
      return known;
    }
  }
}

/** The order of `listNetworks`. */
function defaultFirst(a: Network, b: Network): number {
  return Number(b.isDefault) - Number(a.isDefault) || order(a.name, b.name) || order(a.chainId, b.chainId);
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function lacks(networks: readonly Network[], chainIds: readonly string[]): boolean {
  const known = new Set(networks.map(({ chainId }) => chainId));
  return chainIds.some((chainId) => !known.has(chainId));
}
