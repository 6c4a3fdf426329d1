import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { renderNatsConfig } from '@ledgergraph/event-bus/nats-config';
import { exitWithParent } from '@ledgergraph/local/postgres/exit-with-parent';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { RotatingLog } from '@ledgergraph/local/processes/rotating-log';
import { spawnLogged } from '@ledgergraph/local/processes/spawn-logged';
import { listBusUsers } from '@ledgergraph/local/services';
import { writePrivate } from '@ledgergraph/local/stack/kept-json';
import { busPassword } from '@ledgergraph/local/stack/secrets';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

export interface BrokerOptions {
  program: string;
  logFile: string;
  configFile: string;
  prefix: string;
  /** Passwords of users come from it. */
  busSecret: string;
}

/** It forgets everything whenever it ends. */
export class Broker {
  readonly port: number;
  readonly #options: BrokerOptions;
  readonly #log: RotatingLog;
  #child: ChildProcess | undefined;

  private constructor(options: BrokerOptions, port: number) {
    this.#options = options;
    this.port = port;
    this.#log = new RotatingLog(options.logFile);
  }

  static async start(options: BrokerOptions): Promise<Broker> {
    const broker = new Broker(options, await findFreePort());
    const users = listBusUsers().map((name) => ({ name, password: JSON.stringify(busPassword(options, name)) }));
    const listen = `127.0.0.1:${broker.port}`;
    await writePrivate(options.configFile, renderNatsConfig({ listen, prefix: options.prefix, users }));
    await broker.#launch();
    return broker;
  }

  /** kill -9; the new one is empty. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
    await this.#launch();
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The shell that ends the program with us is in its group.
    process.kill(-child.pid, signal);
    await ended;
  }

  async #launch(): Promise<void> {
    const { program, configFile } = this.#options;
    const command = [program, '--config', configFile];
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
