import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { endFile } from './after-file.ts';
import { noteCpuTime, usedCpuSeconds } from './cpu-time.ts';

/** Handlers that circus replaces while a file runs, and leaves in place where the file cannot be loaded. */
const HANDLED = ['uncaughtException', 'unhandledRejection', 'rejectionHandled'] as const;

/** Names of what each instance of circus keeps at the global object. */
const CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'RETRY_TIMES_SETTER']);

/**
 * The environment of files that Node itself imports: its global object is that of the process. What a file changes there would reach
 * the next one, so the environment, the console and mocks become again what they were.
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
    // Jest's own, which looks for a map of each frame's file. Node's positions are right, as types become blanks.
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
