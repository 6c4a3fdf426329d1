import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { RotatingLog } from '@ledgergraph/local/processes/rotating-log';
import { spawnLogged } from '@ledgergraph/local/processes/spawn-logged';
import { runRoles } from '@ledgergraph/local/repository';

export interface ServiceProgram {
  name: string;
  /** Such as `markets-api`. */
  role: string;
  env: Record<string, string>;
  logFile: string;
  onUnexpectedEnd: (text: string) => void;
}

const STOP_TIMEOUT_MS = 10_000;
/** A supervisor starts an ended process again after this. */
const RESTART_MS = 1_000;

export class ServiceProcess {
  readonly name: string;
  readonly #program: ServiceProgram;
  readonly #log: RotatingLog;
  #child: ChildProcess | undefined;
  #starting: Promise<void> | undefined;
  #wanted = false;

  constructor(program: ServiceProgram) {
    this.name = program.name;
    this.#program = program;
    this.#log = new RotatingLog(program.logFile);
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  async start(): Promise<void> {
    this.#wanted = true;
    if (this.#child !== undefined) return;
    this.#starting ??= this.#spawn().finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
  }

  async #spawn(): Promise<void> {
    const { name, role, env, onUnexpectedEnd } = this.#program;
    const child = await spawnLogged(
      [process.execPath, ...runRoles(role)],
      { ...env, EXIT_WITH_PARENT: '1' },
      this.#log,
    );
    child.stdin?.on('error', () => undefined);
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (this.#child === child) this.#child = undefined;
      if (!this.#wanted) return;
      onUnexpectedEnd(`${name} ended by itself: ${signal ?? `code ${code}`}; ${this.#log.tail(3)}`);
      // The end is a fault by itself, and later ones are to be judged too.
      setTimeout(() => this.#wanted && this.start(), RESTART_MS).unref();
    });
  }

  async kill(): Promise<void> {
    await this.#end((child) => child.kill('SIGKILL'));
  }

  /** An operator kills it after a time. */
  async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    await this.#end((child) => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), timeoutMs).unref();
    });
  }

  /** Alive for the system, and stuck. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async #end(ask: (child: ChildProcess) => void): Promise<void> {
    this.#wanted = false;
    await this.#starting;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    ask(child);
    await ended;
  }
}
