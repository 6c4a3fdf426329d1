import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { exitWithParent } from '@ledgergraph/local/postgres/exit-with-parent';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { RotatingLog } from '@ledgergraph/local/processes/rotating-log';
import { spawnLogged } from '@ledgergraph/local/processes/spawn-logged';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

/** nats-server, which forgets everything whenever it ends. */
export class Broker {
  readonly port: number;
  readonly #program: string;
  readonly #log: RotatingLog;
  #child: ChildProcess | undefined;

  private constructor(program: string, port: number, logFile: string) {
    this.#program = program;
    this.port = port;
    this.#log = new RotatingLog(logFile);
  }

  static async start(program: string, logFile: string): Promise<Broker> {
    const broker = new Broker(program, await findFreePort(), logFile);
    await broker.#launch();
    return broker;
  }

  /** kill -9 and a new, empty one. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
    await this.#launch();
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The group: the program runs below a shell that ends it with us.
    process.kill(-child.pid, signal);
    await ended;
  }

  async #launch(): Promise<void> {
    const command = [this.#program, '--addr', '127.0.0.1', '--port', String(this.port)];
    this.#child = await spawnLogged(exitWithParent('TERM', command), {}, this.#log);
    await waitFor(() => this.#accepts(), { what: 'the broker to listen' });
  }

  #accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = createConnection(this.port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  }
}
