import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { HEAP_FLAGS } from '@ledgergraph/local/stack/heap-flags';
import type { Bell, Instruction, Outcome } from './contender-main.ts';
import type { Job, roleOf } from './job.ts';

/** CPU time is of the contender's process alone. */
export interface Spent {
  ms: number;
  cpuMs: number;
}

export class Contender implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #heard = new EventEmitter<{ answer: [Outcome]; bell: [] }>();

  /** @param role decides the heap; rivals are started like what they are compared with */
  constructor(role: ReturnType<typeof roleOf> = 'indexer') {
    this.#child = fork(new URL('./contender-main.ts', import.meta.url), {
      execArgv: [...process.execArgv, ...(role === 'node' ? [] : HEAP_FLAGS[role])],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: Outcome | Bell) => {
      if ('bell' in message) this.#heard.emit('bell');
      else this.#heard.emit('answer', message);
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('a contender without a process');
    return this.#child.pid;
  }

  async prepare(job: Job): Promise<void> {
    await this.#ask({ do: 'prepare', job });
  }

  ringsFor(others: readonly Contender[]): void {
    this.#heard.removeAllListeners('bell');
    this.#heard.on('bell', () => {
      for (const other of others) if (other !== this) other.#child.send({ do: 'hear-bell' } satisfies Instruction);
    });
  }

  run(): Promise<Spent> {
    return this.#ask({ do: 'run' });
  }

  async close(): Promise<void> {
    await this.#ask({ do: 'close' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A process that a signal has ended may look connected, and its end is not heard again.
    if (!this.#child.connected || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  async #ask(instruction: Instruction): Promise<Spent> {
    const ended = new AbortController();
    const outcome = Promise.race([
      once(this.#heard, 'answer', { signal: ended.signal }),
      once(this.#child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('a contender ended before its answer');
      }),
    ]);
    this.#child.send(instruction);
    const [answer] = (await outcome.finally(() => ended.abort())) as [Outcome];
    if (!answer.ok) throw new Error(`a contender failed: ${answer.reason}`);
    return answer;
  }
}
