import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseUrl, parseDatabaseUrl, type Target } from '#/database-url.ts';

/** After this time the next server is asked as well. */
const HEAD_START_MS = 1_000;
/** Pause after a search in vain; requests meanwhile fail with its result. */
const SEARCH_PAUSE_MS = 250;

interface Role {
  isStandby: boolean;
  isReadOnly: boolean;
}

type Suits = (role: Role) => boolean;

const SUITS: Readonly<Record<Exclude<Target, 'prefer-standby'>, Suits>> = {
  any: () => true,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
};

/** Its code is SQLSTATE's, so that it counts as an absent database. */
export class NoServer extends Error {
  override name = 'NoServer';
  readonly code = '08001';
  readonly severity = 'FATAL';
}

/** Finds the server in the wanted role, by one search at a time, whoever waits for it. */
export class ServerFinder {
  readonly #url: DatabaseUrl;
  #latest: string;
  #current: string | undefined;
  #searching: Promise<string> | undefined;
  #failure: { error: unknown; at: number } | undefined;
  readonly #onFound: (server: string) => void;

  constructor(databaseUrl: string, onFound: (server: string) => void = () => {}) {
    this.#url = parseDatabaseUrl(databaseUrl);
    this.#latest = this.#url.servers[0] as string;
    // One server in any role needs no search: its own faults explain more.
    if (this.#isFixed) this.#current = this.#latest;
    this.#onFound = onFound;
  }

  get connectTimeoutMs(): number {
    return this.#url.connectTimeoutMs;
  }

  get latest(): string {
    return this.#latest;
  }

  get hasOthers(): boolean {
    return this.#url.servers.length > 1;
  }

  get #isFixed(): boolean {
    return !this.hasOthers && this.#url.target === 'any';
  }

  /** @throws NoServer */
  async find(): Promise<string> {
    if (this.#current !== undefined) return this.#current;
    if (this.#failure !== undefined && performance.now() - this.#failure.at < SEARCH_PAUSE_MS)
      throw this.#failure.error;
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  /** Lets the next connection begin with a search. @returns false if a search could change nothing */
  doubt(server: string): boolean {
    if (this.#isFixed) return false;
    if (server === this.#current) this.#current = undefined;
    return true;
  }

  /** Finds another server if the current one does not give its role in time. Never rejects. */
  async check(): Promise<void> {
    const server = this.#current;
    const { target } = this.#url;
    if (server === undefined || !this.hasOthers) return;
    try {
      await this.#ask(server, SUITS[target === 'prefer-standby' ? 'any' : target]);
    } catch {
      this.doubt(server);
      await this.find().catch(() => undefined);
    }
  }

  /** @throws NoServer if the server is not in the wanted role */
  async verify(client: pg.ClientBase): Promise<void> {
    const { target } = this.#url;
    if (target === 'any' || target === 'prefer-standby') return;
    assertSuits(await readRole(client, this.connectTimeoutMs), SUITS[target]);
  }

  async #search(): Promise<string> {
    try {
      const server = await this.#try();
      this.#failure = undefined;
      this.#latest = server;
      this.#current = server;
      this.#onFound(server);
      return server;
    } catch (error) {
      this.#failure = { error, at: performance.now() };
      throw error;
    }
  }

  #try(): Promise<string> {
    const { target } = this.#url;
    if (target !== 'prefer-standby') return this.#race(SUITS[target]);
    return this.#race(SUITS.standby).catch(() => this.#race(SUITS.any));
  }

  async #race(suits: Suits): Promise<string> {
    const { servers } = this.#url;
    const order = [this.#latest, ...servers.filter((server) => server !== this.#latest)];
    const tries: Promise<string>[] = [];
    for (const server of order) {
      const asked = this.#ask(server, suits);
      tries.push(asked);
      const isFound = asked.then(
        () => true,
        () => false,
      );
      if (await Promise.race([isFound, delay(HEAD_START_MS, false)])) break;
    }
    try {
      return await Promise.any(tries);
    } catch (error) {
      throw describeSearch(this.#url, order, (error as AggregateError).errors);
    }
  }

  async #ask(server: string, suits: Suits): Promise<string> {
    const client = new pg.Client({
      connectionString: server,
      connectionTimeoutMillis: this.connectTimeoutMs,
      query_timeout: this.connectTimeoutMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      assertSuits(await readRole(client, this.connectTimeoutMs), suits);
      return server;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

async function readRole(client: pg.ClientBase, query_timeout: number): Promise<Role> {
  const text = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
  const { rows } = await client.query<Role>({ text, query_timeout } as pg.QueryConfig);
  return rows[0] as Role;
}

function assertSuits(role: Role, suits: Suits): void {
  if (!suits(role)) throw new NoServer(role.isStandby ? 'it is a standby' : 'it is not in the wanted role');
}

/** A log shows no host: servers are named by their place in the setting. */
function describeSearch({ servers, target }: DatabaseUrl, asked: readonly string[], errors: unknown[]): NoServer {
  const faults = errors.map((error, index) => `host ${servers.indexOf(asked[index] as string) + 1}: ${faultOf(error)}`);
  return new NoServer(`no server of the connection string is ${target}: ${faults.join('; ')}`);
}

function faultOf(error: unknown): string {
  if (error instanceof NoServer) return error.message;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message);
}
