import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import NativeEnvironment from './native-environment.ts';

/** A connection that closes needs a moment, on a busy machine a long one. */
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Jest's own short timers end within some polls. */
const POLLS_OF_OTHERS = 5;

let knownTimers: string[] | undefined;

/** A file fails that leaves a socket, a timer, a server or a child process open, which would keep Jest from exiting. */
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export default class ClosingEnvironment extends NativeEnvironment {
  readonly #testPath: string;
  readonly #patienceMs: number;
  #before: string[] = [];
  #hasFailed = false;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    this.#testPath = context.testPath;
    this.#patienceMs = Number(config.projectConfig.testEnvironmentOptions.patienceMs ?? PATIENCE_MS);
  }

  override async setup(): Promise<void> {
    await super.setup();
    // In a worker these are pipes, which open at their first use.
    if (process.send !== undefined) for (const pipe of [process.stdin, process.stdout, process.stderr]) pipe.destroyed;
    knownTimers ??= await findLastingTimers();
    this.#before = process.getActiveResourcesInfo().filter((kind) => !isTimer(kind));
  }

  async handleTestEvent({ name, test }: { name: string; test?: { errors: unknown[] } }): Promise<void> {
    if (name === 'hook_failure' || (name === 'test_done' && test?.errors.length !== 0)) this.#hasFailed = true;
  }

  override async teardown(): Promise<void> {
    // First, since it ends fake timers.
    await super.teardown();
    const left = await this.#waitUntilClosed();
    knownTimers?.push(...left.filter(isTimer));
    if (left.length === 0) return;
    const message = `${this.#testPath} leaves open: ${left.join(', ')}`;
    // Jest would report this in place of the tests' failures, its likely cause.
    if (this.#hasFailed) process.stderr.write(`${message}\n`);
    else throw new Error(message);
  }

  async #waitUntilClosed(): Promise<string[]> {
    const until = performance.now() + this.#patienceMs;
    for (;;) {
      const before = [...this.#before, ...(knownTimers ?? [])];
      const left = listAdded(before, process.getActiveResourcesInfo());
      if (left.length === 0 || performance.now() > until) return left;
      await pause();
    }
  }
}

async function findLastingTimers(): Promise<string[]> {
  let lasting = process.getActiveResourcesInfo().filter(isTimer);
  for (let poll = 0; poll < POLLS_OF_OTHERS && lasting.length > 0; poll += 1) {
    await pause();
    const timers = process.getActiveResourcesInfo().filter(isTimer);
    if (timers.length < lasting.length) lasting = timers;
  }
  return lasting;
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function listAdded(before: readonly string[], after: readonly string[]): string[] {
  const rest = [...before];
  return after.filter((kind) => {
    const at = rest.indexOf(kind);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

function isTimer(kind: string): boolean {
  return kind === 'Timeout' || kind === 'Immediate';
}
