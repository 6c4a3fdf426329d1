import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { isPinLost, notFound, pinLost } from '@ledgergraph/graph-kit/errors';
import { findCursor } from '#/chain/cursor.ts';
import type { ReadDatabases } from '#/databases/chain-databases.ts';
import type { ReadServer } from '#/databases/read-server.ts';
import { chooseReplica } from '#/databases/replica.ts';
import type { SeenPin } from '#/databases/seen-pins.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** A primary with this many fewer statements than the replica takes the request, so it is left to its indexer until replicas are busy. */
const PRIMARY_HELPS_FROM = 4;

interface PinnedServer {
  server: ReadServer;
  seen: SeenPin;
}

/** Rows up to a block follow from the block alone, so the history of a server with the pin does not matter. */
export class PinnedServers {
  readonly #databases: ReadDatabases;
  readonly #pins: ReadonlyMap<string, BlockPlace>;
  readonly #chosen = new Map<string, Promise<PinnedServer>>();
  readonly #beside = new Map<string, Promise<PinnedServer>>();
  readonly #onPrimary = new Set<string>();
  #keepsToPrimary: boolean;
  #hasReadReplica = false;

  constructor(databases: ReadDatabases, pins: ReadonlyMap<string, BlockPlace>, keepsToPrimary: boolean) {
    this.#databases = databases;
    this.#pins = pins;
    this.#keepsToPrimary = keepsToPrimary;
  }

  get hasReadReplica(): boolean {
    return this.#hasReadReplica;
  }

  keepToPrimary(): void {
    this.#keepsToPrimary = true;
  }

  /** @throws NOT_FOUND for a chain without any block, PIN_LOST */
  async pin(chainId: string): Promise<BlockPlace> {
    return (await this.#choose(chainId)).seen.pin;
  }

  async reads(chainId: string): Promise<SqlExecutor> {
    const chosen = this.#chosen.get(chainId);
    return chosen === undefined ? this.primary(chainId) : (await chosen).server.db;
  }

  async primary(chainId: string): Promise<SqlExecutor> {
    const { primary } = this.#databases.of(chainId);
    const chosen = this.#chosen.get(chainId);
    // A later view must be of the same server.
    if (chosen === undefined) this.#onPrimary.add(chainId);
    else {
      const { server, seen } = await chosen;
      if (server !== primary) await this.#pinBeside(chainId, primary, seen.pin);
    }
    return primary.db;
  }

  async held(): Promise<boolean> {
    const reads = [...this.#chosen, ...this.#beside];
    const held = await Promise.all(reads.map(([chainId, pending]) => isHeld(chainId, pending)));
    return !held.includes(false);
  }

  #choose(chainId: string): Promise<PinnedServer> {
    const known = this.#chosen.get(chainId);
    if (known !== undefined) return known;
    const chosen = this.#find(chainId);
    this.#chosen.set(chainId, chosen);
    return chosen;
  }

  async #find(chainId: string): Promise<PinnedServer> {
    const { primary, replicas } = this.#databases.of(chainId);
    const given = this.#pins.get(chainId);
    if (given !== undefined && replicas.length > 0 && !this.#keepsToPrimary && !this.#onPrimary.has(chainId)) {
      const chosen = await chooseReplica(replicas, chainId, given);
      if (chosen !== undefined && chosen.server.load - primary.load < PRIMARY_HELPS_FROM) {
        this.#databases.reads.replica += 1;
        this.#hasReadReplica = true;
        return chosen;
      }
    }
    this.#databases.reads.primary += 1;
    // Without a pin (a direct call, or a new chain) our own cursor is the tip.
    const pin = given ?? (await findCursor(primary.db, chainId));
    if (pin === null) throw notFound(`chain ${chainId} has no block yet`);
    return pinOn(primary, chainId, pin);
  }

  #pinBeside(chainId: string, primary: ReadServer, pin: BlockPlace): Promise<PinnedServer> {
    const known = this.#beside.get(chainId);
    if (known !== undefined) return known;
    const pinned = pinOn(primary, chainId, pin);
    this.#beside.set(chainId, pinned);
    return pinned;
  }
}

async function pinOn(server: ReadServer, chainId: string, pin: BlockPlace): Promise<PinnedServer> {
  const seen = await server.lookUp(chainId, pin);
  if (seen === null) throw pinLost(chainId);
  return { server, seen };
}

async function isHeld(chainId: string, pending: Promise<PinnedServer>): Promise<boolean> {
  const pinned = await pending.catch((error: unknown) => ({ error }));
  // A chain without any block got an error; nothing was read from it.
  if ('error' in pinned) return !isPinLost(pinned.error);
  return pinned.server.holds(chainId, pinned.seen);
}
