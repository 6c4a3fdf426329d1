import pg from 'pg';
import { ServerFinder } from './find-server.ts';
import { outliveConnections } from './outlive-connections.ts';

const FREE_TIMEOUT_MS = 30_000;
/** Node's own limits let a dead peer fail some ten seconds later. */
const KEEP_ALIVE_MS = 10_000;
/** After this time the pool looks whether the server of a connection is alive. */
const SILENCE_MS = 3_000;
const SILENCE_CHECK_MS = 1_000;

export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS };

/** A connection that does not answer a statement within `query_timeout` is lost. */
export type PoolSettings = Pick<pg.PoolConfig, 'max' | 'options' | 'types'> & { query_timeout: number };

/** When the server is lost or demoted, the next connection searches for the new one. */
export function openPool(databaseUrl: string, settings: PoolSettings): ServerPool {
  const pool = new ServerPool(databaseUrl, settings);
  outliveConnections(pool, (client) => pool.doubt(client));
  return pool;
}

export class ServerPool extends pg.Pool {
  readonly #finder: ServerFinder;
  readonly #settings: pg.ClientConfig;
  readonly #servers: Map<pg.ClientBase, string>;
  #watch: NodeJS.Timeout | undefined;

  constructor(databaseUrl: string, { max, ...given }: PoolSettings) {
    const servers = new Map<pg.ClientBase, string>();
    const finder = new ServerFinder(databaseUrl, (found) => abandonOthers(servers, found));
    const settings = { ...given, ...KEEP_ALIVE, connectionTimeoutMillis: finder.connectTimeoutMs };
    class ServerClient extends pg.Client {
      constructor() {
        const server = finder.latest;
        super({ ...settings, connectionString: server });
        servers.set(this, server);
        this.once('end', () => servers.delete(this));
      }
    }
    const onConnect = (client: pg.ClientBase): Promise<void> => finder.verify(client);
    const options = { max, connectionTimeoutMillis: FREE_TIMEOUT_MS, Client: ServerClient, onConnect };
    super(options as pg.PoolConfig);
    this.#finder = finder;
    this.#settings = settings;
    this.#servers = servers;
    if (finder.hasOthers) this.#watchSilence();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  doubt(client: pg.ClientBase): void {
    const server = this.#servers.get(client);
    if (server !== undefined) this.#finder.doubt(server);
  }

  /** Outside of the pool; not connected yet. */
  openBeside(client: pg.ClientBase): pg.Client {
    const beside = new pg.Client({
      ...this.#settings,
      connectionString: this.#servers.get(client) ?? this.#finder.latest,
    });
    beside.on('error', () => undefined);
    return beside;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearInterval(this.#watch);
    return callback === undefined ? super.end() : super.end(callback);
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.idleCount === 0) await this.#finder.find();
    const server = this.#finder.latest;
    try {
      return await super.connect();
    } catch (error) {
      // The server was lost while nothing was connected to it.
      if (!this.#finder.doubt(server)) throw error;
      await this.#finder.find();
      return super.connect();
    }
  }

  /** A server that vanishes in silence leaves its connections waiting. */
  #watchSilence(): void {
    const usedSince = new Map<pg.PoolClient, number>();
    this.on('acquire', (client) => usedSince.set(client, performance.now()));
    this.on('release', (_error, client) => usedSince.delete(client));
    this.on('remove', (client) => usedSince.delete(client));
    let isChecking = false;
    this.#watch = setInterval(() => {
      const now = performance.now();
      const silent = [...usedSince].filter(([, since]) => now - since > SILENCE_MS);
      if (isChecking || silent.length === 0) return;
      isChecking = true;
      this.#finder.check().finally(() => {
        isChecking = false;
        const checkedAt = performance.now();
        for (const [client] of silent) if (usedSince.has(client)) usedSince.set(client, checkedAt);
      });
    }, SILENCE_CHECK_MS).unref();
  }
}

function abandonOthers(servers: ReadonlyMap<pg.ClientBase, string>, found: string): void {
  for (const [client, server] of servers) {
    if (server !== found) (client as pg.Client).connection.stream.destroy();
  }
}
