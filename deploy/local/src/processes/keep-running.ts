import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface KeptProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Deaths in a row soon after the start. A process that stays up counts from zero again. */
  readonly quickDeaths: number;
  stop(): Promise<void>;
}

export interface KeepRunningOptions {
  name: string;
  /** stdin must be a pipe: its end asks the child to end, however this process dies. */
  launch: () => Promise<ChildProcess>;
  /** In words for a person. */
  onTrouble: (text: string) => void;
  backOff?: BackOff;
  stopTimeoutMs?: number;
}

export interface BackOff {
  firstMs: number;
  maxMs: number;
  healthyMs: number;
}

const BACK_OFF: BackOff = { firstMs: 1_000, maxMs: 30_000, healthyMs: 30_000 };
const STOP_TIMEOUT_MS = 20_000;

/** @throws when the first start fails; later failures are reported and tried again */
export async function keepRunning(options: KeepRunningOptions): Promise<KeptProcess> {
  const kept = new Keeper(options);
  await kept.start();
  return kept;
}

class Keeper implements KeptProcess {
  readonly #options: KeepRunningOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #startedAtMs = 0;
  #loop: Promise<void> = Promise.resolve();
  quickDeaths = 0;

  constructor(options: KeepRunningOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    await this.#launch();
    this.#loop = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child !== undefined && !hasEnded(child)) {
      const deadline = setTimeout(() => killGroup(child), this.#options.stopTimeoutMs ?? STOP_TIMEOUT_MS);
      child.stdin?.end();
      await this.#loop;
      clearTimeout(deadline);
    }
    await this.#loop;
  }

  async #launch(): Promise<void> {
    this.#startedAtMs = performance.now();
    const child = await this.#options.launch();
    // An error of the pipe to a child that ends must not end us.
    child.stdin?.on('error', () => undefined);
    this.#child = child;
    // The process was stopped while it was starting, so it has to be ended here.
    if (this.#stopping.signal.aborted) child.stdin?.end();
  }

  async #watch(): Promise<void> {
    for (;;) {
      const child = this.#child;
      if (child !== undefined && !hasEnded(child)) await once(child, 'exit');
      this.#child = undefined;
      if (this.#stopping.signal.aborted) return;
      const reason = child === undefined ? 'could not be started' : describeEnd(child);
      if (!(await this.#pause(reason))) return;
      await this.#launch().catch((error: unknown) => this.#options.onTrouble(`${this.name}: ${String(error)}`));
    }
  }

  async #pause(reason: string): Promise<boolean> {
    const { firstMs, maxMs, healthyMs } = this.#options.backOff ?? BACK_OFF;
    const wasHealthy = performance.now() - this.#startedAtMs >= healthyMs;
    this.quickDeaths = wasHealthy ? 1 : this.quickDeaths + 1;
    const delayMs = Math.min(maxMs, firstMs * 2 ** (this.quickDeaths - 1));
    this.#options.onTrouble(`${this.name} ${reason}; starting it again in ${delayMs / 1000} s`);
    return wait(delayMs, true, { signal: this.#stopping.signal }).catch(() => false);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null ? `ended with code ${exitCode}` : `was killed by ${signalCode}`;
}

// Children lead a process group of their own, so this also reaches their children.
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {}
}
