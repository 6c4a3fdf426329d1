import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { renderNatsConfig } from '@ledgergraph/event-bus/nats-config';
import { exitWithParent } from '@ledgergraph/local/postgres/exit-with-parent';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { listBusUsers } from '@ledgergraph/local/services';
import { writePrivate } from '@ledgergraph/local/stack/kept-json';
import { busPassword } from '@ledgergraph/local/stack/secrets';

const SERVERS = [0, 1, 2];

export class NatsCluster {
  readonly #ports: number[];
  readonly #routes: number[];
  readonly #children: (ChildProcess | undefined)[] = [];
  readonly #dir: string;

  private constructor(dir: string, ports: number[]) {
    this.#dir = dir;
    this.#ports = ports.slice(0, SERVERS.length);
    this.#routes = ports.slice(SERVERS.length);
  }

  static async start(dir: string, prefix: string, busSecret: string): Promise<NatsCluster> {
    const cluster = new NatsCluster(dir, await Promise.all([...SERVERS, ...SERVERS].map(() => findFreePort())));
    const users = listBusUsers().map((name) => ({ name, password: JSON.stringify(busPassword({ busSecret }, name)) }));
    for (const index of SERVERS) {
      const listen = `127.0.0.1:${cluster.#ports[index]}`;
      await writePrivate(cluster.#file(index), renderNatsConfig({ listen, prefix, users }));
      cluster.start(index);
    }
    return cluster;
  }

  get url(): string {
    return this.#ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
  }

  start(index: number): void {
    const routes = this.#routes.map((port) => `nats://127.0.0.1:${port}`).join(',');
    const cluster = [
      '-cluster',
      `nats://127.0.0.1:${this.#routes[index]}`,
      '-cluster_name',
      'rolling',
      '-routes',
      routes,
    ];
    const [program = '', ...args] = exitWithParent('TERM', ['nats-server', '-c', this.#file(index), ...cluster]);
    this.#children[index] = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  }

  /** kill -9 */
  async kill(index: number): Promise<void> {
    const child = this.#children[index];
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The program runs below a shell.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await Promise.all(SERVERS.map((index) => this.kill(index)));
  }

  #file(index: number): string {
    return join(this.#dir, `nats-${index}.conf`);
  }
}
