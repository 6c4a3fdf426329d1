import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { type RunningPostgres, startPostgres } from '@ledgergraph/local/postgres/start-postgres';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';

const PASSWORD = 'pair';
const SETTINGS = { fsync: 'off', wal_level: 'replica', max_wal_senders: '4', max_connections: '60' };

/** Counts connections, and can fall silent as a machine does that vanishes. */
export class DoorServer {
  readonly postgres: RunningPostgres;
  connections = 0;
  readonly #door: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(postgres: RunningPostgres) {
    this.postgres = postgres;
    this.#door = createServer((client) => this.#serve(client));
  }

  static async open(postgres: RunningPostgres): Promise<DoorServer> {
    const server = new DoorServer(postgres);
    await once(server.#door.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get place(): string {
    return `127.0.0.1:${(this.#door.address() as AddressInfo).port}`;
  }

  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#door.close();
    await this.postgres.stop();
  }

  #serve(client: Socket): void {
    this.connections += 1;
    const upstream = connect(Number(new URL(this.postgres.url).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (this.#isSilent) return;
        client.destroy();
        upstream.destroy();
      });
    }
    if (this.#isSilent) return;
    client.pipe(upstream).pipe(client);
  }
}

/** The account lent to Postgres could not enter a folder of mkdtemp. */
export async function startPair(): Promise<{ primary: DoorServer; standby: DoorServer }> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o711);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const [port, otherPort] = [await findFreePort(), await findFreePort()];
  const start = { password: PASSWORD, settings: SETTINGS };
  await (await startPostgres({ ...start, dataDir: first, port })).stop();
  // The programs from npm have no pg_basebackup.
  await promisify(execFile)('cp', ['-a', first, second]);
  await writeFile(join(second, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
  const primary = await startPostgres({ ...start, dataDir: first, port });
  const standby = await startPostgres({
    ...start,
    dataDir: second,
    port: otherPort,
    settings: { ...SETTINGS, primary_conninfo: source },
    readyText: 'ready to accept read-only connections',
  });
  return { primary: await DoorServer.open(primary), standby: await DoorServer.open(standby) };
}

export function urlOf(servers: readonly DoorServer[], target: string): string {
  const places = servers.map(({ place }) => place).join(',');
  return `postgresql://postgres:${PASSWORD}@${places}/postgres?connect_timeout=1&target_session_attrs=${target}`;
}
