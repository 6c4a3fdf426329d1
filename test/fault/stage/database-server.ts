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

export type Databases = Pick<DatabaseServer, keyof DatabaseServer>;

/** It comes back at the same address. */
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

  async query<Row extends pg.QueryResultRow>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    // The query itself reports a server that goes away.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async cutConnections(): Promise<void> {
    await this.query(
      'postgres',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
  }

  async restart(): Promise<void> {
    await this.#running?.stop();
    await this.#launch();
  }

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
        // Children of the killed server hold its memory for a moment.
        if (tries === 0) throw error;
        await wait(START_AGAIN_MS);
      }
    }
  }
}
