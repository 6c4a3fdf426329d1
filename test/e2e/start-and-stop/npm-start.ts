import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { repositoryDir } from '@ledgergraph/local';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

const MARK = 'LEDGERGRAPH_E2E_MARK';

/** As in a terminal that is no TTY. */
export class NpmStart {
  readonly #child: ChildProcess;
  /** Every process below inherits it, even if its parent changes. */
  readonly #mark = randomUUID();
  output = '';
  exitCode: number | null | undefined;

  /** @param cwd root of the repository, or of a copy */
  constructor(args: readonly string[], cwd = repositoryDir) {
    this.#child = spawn('node', ['tools/bootstrap.mjs', 'start', ...args], {
      cwd,
      env: { ...process.env, [MARK]: this.#mark },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.#child.on('close', (code) => {
      this.exitCode = code;
    });
  }

  /** @param from place in the output @throws Error with the output when it ends without it, or takes too long */
  async waitForOutput(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    const what = `npm start to print ${pattern}`;
    const find = (): RegExpExecArray | null => pattern.exec(this.output.slice(from));
    const ended = await waitFor(() => find() !== null || this.exitCode !== undefined, {
      what,
    }).then(() => `it ended with code ${this.exitCode}`, String);
    const found = find();
    if (found === null) throw new Error(`${ended}; npm start printed only:\n${this.output}`);
    return found;
  }

  /** -1 where it could not be started. */
  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Returns the exit code. */
  async ended(): Promise<number | null> {
    await waitFor(() => this.exitCode !== undefined, { what: 'npm start to end' });
    return this.exitCode ?? null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** kill -9; the program is such as `tools/src/main.ts`. */
  killProgram(program: string): void {
    const found = this.listProcesses().find(({ command }) => command.includes(program));
    if (found === undefined) throw new Error(`${program} is not running`);
    process.kill(found.pid, 'SIGKILL');
  }

  listProcesses(): { pid: number; command: string }[] {
    return listEnvironments()
      .filter(({ environment }) => environment.includes(`${MARK}=${this.#mark}`))
      .map(({ pid, command }) => ({ pid, command }));
  }

  async waitUntilGone(): Promise<void> {
    const check = (): boolean => {
      const left = this.listProcesses();
      if (left.length > 0) throw new Error(`left: ${JSON.stringify(left)}`);
      return true;
    };
    await waitFor(check, { what: 'every process of the stack to be gone' });
  }

  killAll(): void {
    for (const { pid } of this.listProcesses()) process.kill(pid, 'SIGKILL');
  }
}

function listEnvironments(): { pid: number; command: string; environment: string }[] {
  if (!existsSync('/proc/self/environ')) {
    const lines = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
    return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line, environment: line }));
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const [command = '', environment = ''] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'latin1').replaceAll('\0', ' '),
      );
      return [{ pid: Number(pid), command, environment }];
    } catch {
      // The process ended meanwhile, or belongs to another user.
      return [];
    }
  });
}
