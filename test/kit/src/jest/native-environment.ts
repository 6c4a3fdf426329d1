import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { endFile } from './after-file.ts';
import { noteCpuTime, usedCpuSeconds } from './cpu-time.ts';

/** Circus leaves its own in place where a file cannot be loaded. */
const HANDLED = ['uncaughtException', 'unhandledRejection', 'rejectionHandled'] as const;

/** Each instance of circus keeps these at the global object. */
const CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'RETRY_TIMES_SETTER']);

/**
 * For files that Node itself imports. Their global object is the process's, so its environment, the console and mocks are restored for
 * the next file.
 */
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export default class NativeEnvironment implements JestEnvironment {
  readonly global = globalThis as unknown as JestEnvironment['global'];
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly moduleMocker: ModuleMocker;
  readonly #file: string;
  readonly #usedBefore = usedCpuSeconds();
  readonly #console = globalThis.console;
  readonly #exit = process.exit;
  readonly #env = { ...process.env };
  readonly #handlers = HANDLED.map((event) => process.rawListeners(event));

  constructor({ projectConfig }: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    this.#file = testPath;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
  }

  async setup(): Promise<void> {
    // Jest's own looks for a map of each file; Node's positions are right.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
  }

  async teardown(): Promise<void> {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    for (const [name, value] of Object.entries(this.#env)) if (process.env[name] !== value) process.env[name] = value;
    HANDLED.forEach((event, at) => {
      process.removeAllListeners(event);
      for (const handler of this.#handlers[at] ?? []) process.on(event, handler as () => void);
    });
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (CIRCUS.has(symbol.description ?? '')) Reflect.deleteProperty(globalThis, symbol);
    }
    await endFile();
    noteCpuTime({ file: this.#file, seconds: usedCpuSeconds() - this.#usedBefore });
  }

  getVmContext(): null {
    return null;
  }
}
