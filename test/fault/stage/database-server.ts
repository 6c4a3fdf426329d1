import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { type RunningPostgres, startPostgres } from '@ledgergraph/local/postgres/start-postgres';
import { FORGETFUL_SETTINGS } from '@ledgergraph/local/postgres/start-scratch-postgres';
import pg from 'pg';

const SETTINGS = { ...FORGETFUL_SETTINGS, max_connections: '300' };
const START_TRIES = 50;
const START_AGAIN_MS = 100;

/** The databases of a stage, on one server or on several. */
export type Databases = Pick<DatabaseServer, keyof DatabaseServer>;

/** The Postgres server of the stage; it comes back at the same address. */
export class DatabaseServer {
  readonly #dataDir: string;
  readonly #port: number;
  readonly #password: string;
  #running: RunningPostgres | undefined;

  private constructor(dataDir: string, port: number, password: string) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.#password = password;
  }

  static async start(dataDir: string, password: string): Promise<DatabaseServer> {
    const server = new DatabaseServer(dataDir, await findFreePort(), password);
    await server.#launch();
    return server;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Runs statements on one database, outside of every service. */
  async query<Row extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    // A server that goes away ends this connection; the query itself reports it.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Ends all connections of clients, as a failover or an administrator does. */
  async cutConnections(): Promise<void> {
    await this.query(
      'postgres',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
  }

  /** Fast shutdown and start. */
  async restart(): Promise<void> {
    await this.#running?.stop();
    await this.#launch();
  }

  /** kill -9 of the server process, and recovery from its log. */
  async kill(): Promise<void> {
    this.#killServer();
    await this.#running?.stop();
    await this.#launch();
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  #killServer(): void {
    const pidFile = join(this.#dataDir, 'postmaster.pid');
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
  }

  async #launch(): Promise<void> {
    for (let tries = START_TRIES; ; tries -= 1) {
      try {
        this.#running = await startPostgres({
          dataDir: this.#dataDir,
          port: this.#port,
          password: this.#password,
          settings: SETTINGS,
        });
        return;
      } catch (error) {
        // After a kill the last of the old server's children hold its memory for a moment.
        if (tries === 0) throw error;
        await wait(START_AGAIN_MS);
      }
    }
  }
}
