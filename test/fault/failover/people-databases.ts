import { withDatabase } from '@ledgergraph/service-kit/database-url';
import { type OwnServer, ReplicatedServer } from '@ledgergraph/test-kit/replicated-server';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { DatabaseServer } from '../stage/database-server.ts';
import { SplitDatabases } from '../stage/split-databases.ts';

const PEOPLE = /^(accounts|webhooks)$/;

/** Every connection string names the primary and its replica; the rest stays on another server. */
export class PeopleDatabases extends SplitDatabases {
  readonly #people: ReplicatedServer;
  /** Receives the log on the replica, once it was held. */
  #receiver: number | undefined;

  private constructor(people: ReplicatedServer, rest: DatabaseServer) {
    super(rest);
    this.#people = people;
  }

  /** @param isSynchronous as operators must have it: a commit is acknowledged when the replica has it */
  static async start(dataDir: string, password: string, isSynchronous = true): Promise<PeopleDatabases> {
    const people = await ReplicatedServer.start(async () => undefined, 1);
    const databases = new PeopleDatabases(people, await DatabaseServer.start(dataDir, password));
    if (isSynchronous) await databases.#requireReplica();
    return databases;
  }

  get #replica(): OwnServer {
    const [replica] = this.#people.replicas;
    if (replica === undefined) throw new Error('there is no replica');
    return replica;
  }

  async #requireReplica(): Promise<void> {
    const { primary } = this.#people;
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    const streaming = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'";
    await waitFor(async () => (await primary.query(streaming)).length > 0, { what: 'the replica to stream' });
  }

  /** Waits until commits wait for the replica. */
  async holdReplica(): Promise<void> {
    const [row] = await this.#replica.query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walreceiver'");
    this.#receiver = Number(row?.pid);
    process.kill(this.#receiver, 'SIGSTOP');
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    await waitFor(async () => (await this.#people.primary.query(waiting)).length > 0, { what: 'a commit to wait' });
  }

  /** kill -9, with all that was on its way. */
  async failOver(): Promise<void> {
    await this.#people.primary.kill();
    if (this.#receiver !== undefined) process.kill(this.#receiver, 'SIGKILL');
    // A server whose process was killed starts again by itself.
    await waitFor(async () => (await this.#replica.query('SELECT pg_promote()')).length > 0, {
      what: 'the replica to be promoted',
    });
  }

  url(database = 'postgres'): string {
    if (!PEOPLE.test(database)) return this.rest.url(database);
    const [first, second] = [this.#people.primary, this.#replica].map(({ port }) => `127.0.0.1:${port}`);
    const one = withDatabase(this.#people.primary.url(), database);
    return `${one.replace(String(first), `${first},${second}`)}?target_session_attrs=read-write`;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#people.close();
  }
}
