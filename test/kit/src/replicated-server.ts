import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { makeScratchFolder } from '@ledgergraph/local/postgres/scratch-folder';
import { type RunningPostgres, startPostgres } from '@ledgergraph/local/postgres/start-postgres';
import pg from 'pg';

const run = promisify(execFile);

// A commit waits for no replica, and for its own log, which is sent once written (fsync costs nothing here). Log is kept for absent
// replicas.
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  wal_level: 'replica',
  wal_keep_size: '512MB',
  shared_buffers: '32MB',
};
/** A standby that asks for log more often is back earlier after a restart. */
const STANDBY_SETTINGS = { hot_standby: 'on', wal_retrieve_retry_interval: '200ms' };

export class OwnServer {
  readonly port: number;
  readonly dataDir: string;
  readonly #password: string;
  #running: RunningPostgres | undefined;

  constructor(dataDir: string, port: number, password: string) {
    this.dataDir = dataDir;
    this.port = port;
    this.#password = password;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  async start(settings: Record<string, string> = {}, isStandby = false): Promise<void> {
    this.#running = await startPostgres({
      dataDir: this.dataDir,
      port: this.port,
      password: this.#password,
      settings: { ...SETTINGS, ...settings },
      ...(isStandby && { readyText: 'database system is ready to accept read-only connections' }),
    });
  }

  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** All others of this server descend from it. @throws Error while it is stopped */
  get pid(): number {
    const pid = this.#running?.process.pid;
    if (pid === undefined) throw new Error('the server is stopped');
    return pid;
  }

  async processes(): Promise<number[]> {
    const rows = await this.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    const [{ pid: postmaster } = {}] = await this.query(
      "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer AS pid",
    );
    return [Number(postmaster), ...rows.map(({ pid }) => Number(pid))];
  }

  /** As a machine that hangs: connections stay open, and no answer comes. @returns lets the processes go on */
  async hang(): Promise<() => void> {
    const pids = await this.processes();
    const send = (signal: NodeJS.Signals) => {
      for (const pid of pids) {
        try {
          process.kill(pid, signal);
        } catch {
          // A backend may have ended since.
        }
      }
    };
    send('SIGSTOP');
    return () => send('SIGCONT');
  }

  async kill(): Promise<void> {
    const [postmaster] = await this.processes();
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    await this.#running?.stop();
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }
}

/** All started from one base copy, which restores a replica at any time. */
export class ReplicatedServer {
  readonly primary: OwnServer;
  readonly replicas: readonly OwnServer[];
  readonly #folder: string;

  private constructor(folder: string, primary: OwnServer, replicas: readonly OwnServer[]) {
    this.#folder = folder;
    this.primary = primary;
    this.replicas = replicas;
  }

  /**
   * @param fill fills the primary before it is copied
   * @param count number of replicas
   * @param primarySettings beside the settings of all
   */
  static async start(
    fill: (primary: OwnServer) => Promise<void>,
    count: number,
    primarySettings: Record<string, string> = {},
  ): Promise<ReplicatedServer> {
    const folder = await makeScratchFolder('ledgergraph-replicated-');
    const password = randomBytes(12).toString('hex');
    const primary = new OwnServer(join(folder, 'primary'), await findFreePort(), password);
    const replicas: OwnServer[] = [];
    const server = new ReplicatedServer(folder, primary, replicas);
    try {
      await primary.start(primarySettings);
      await fill(primary);
      await primary.stop();
      await copy(primary.dataDir, join(folder, 'base'));
      await primary.start(primarySettings);
      for (let index = 0; index < count; index += 1) {
        const replica = new OwnServer(join(folder, `replica-${index + 1}`), await findFreePort(), password);
        replicas.push(replica);
        await server.restore(replica);
      }
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** From the base copy, an old state by then. */
  async restore(replica: OwnServer, settings: Record<string, string> = {}): Promise<void> {
    await rm(replica.dataDir, { recursive: true, force: true });
    await copy(join(this.#folder, 'base'), replica.dataDir);
    await writeFile(join(replica.dataDir, 'standby.signal'), '');
    await this.startReplica(replica, settings);
  }

  async startReplica(replica: OwnServer, settings: Record<string, string> = {}): Promise<void> {
    const { username, password, port } = new URL(this.primary.url());
    const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    await replica.start({ ...STANDBY_SETTINGS, primary_conninfo: primary, ...settings }, true);
  }

  async close(): Promise<void> {
    await Promise.all([...this.replicas, this.primary].map((server) => server.stop()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Postgres checks owners and modes. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to]);
}
