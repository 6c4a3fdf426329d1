import { type ChildProcess, spawn } from 'node:child_process';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

export class PrintedProgram {
  readonly #child: ChildProcess;
  output = '';
  errors = '';
  exitCode: number | null | undefined;

  /** @param typed the input ends behind it */
  constructor(
    command: readonly [string, ...string[]],
    options: { cwd: string; env: NodeJS.ProcessEnv; typed: string },
  ) {
    const [program, ...args] = command;
    const { typed, ...rest } = options;
    // All that the shell starts is in its group, and ends with it.
    this.#child = spawn(program, args, { ...rest, detached: true, stdio: 'pipe' });
    this.#child.stdin?.on('error', () => {}).end(typed);
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.output += chunk.toString();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.errors += chunk.toString();
    });
    this.#child.on('close', (code) => {
      this.exitCode = code;
    });
  }

  /** @throws Error with its output where it fails */
  async ended(): Promise<void> {
    await waitFor(() => this.exitCode !== undefined, { what: `the end of a printed program:\n${this.#printed}` });
    if (this.exitCode !== 0) throw new Error(`exit code ${this.exitCode}:\n${this.#printed}`);
  }

  /** @throws Error with its output where it ends before */
  async until(isSeen: () => boolean, what: string): Promise<void> {
    const wait = waitFor(() => isSeen() || this.exitCode !== undefined, { what });
    await wait.catch((error) => {
      throw new Error(`${error.message}\n${this.#printed}`);
    });
    if (!isSeen()) throw new Error(`it ended with exit code ${this.exitCode} before ${what}:\n${this.#printed}`);
  }

  async kill(): Promise<void> {
    if (this.exitCode !== undefined || this.#child.pid === undefined) return;
    process.kill(-this.#child.pid, 'SIGKILL');
    await waitFor(() => this.exitCode !== undefined, { what: 'the end of a killed program' });
  }

  get #printed(): string {
    return `${this.output}\n${this.errors}`;
  }
}
