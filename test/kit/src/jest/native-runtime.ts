import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { JestEnvironment } from '@jest/environment';
import type { Config } from '@jest/types';
import { createJestObject } from './jest-object.ts';

const runs = new Map<string, number>();

/**
 * Jest's `runtime`: Node itself imports the files under test, and files of one worker share their modules, which Jest's own evaluates
 * again for each file. `jest.mock` and its kind do not exist.
 */
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export default class NativeRuntime {
  readonly #environment: JestEnvironment;
  readonly #globalConfig: Config.GlobalConfig;
  readonly #testPath: string;

  constructor(
    _config: Config.ProjectConfig,
    environment: JestEnvironment,
    _resolver: unknown,
    _transformer: unknown,
    _cacheFS: unknown,
    _coverage: unknown,
    testPath: string,
    globalConfig: Config.GlobalConfig,
  ) {
    this.#environment = environment;
    this.#globalConfig = globalConfig;
    this.#testPath = testPath;
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<unknown> {
    const run = runs.get(path) ?? 0;
    runs.set(path, run + 1);
    // Node would not evaluate it a second time, as `--watch` needs.
    return await import(run === 0 ? pathToFileURL(path).href : `${pathToFileURL(path).href}?run=${run}`);
  }

  requireModule(path: string): unknown {
    return createRequire(this.#testPath)(path);
  }

  /** Circus keeps the state of one file. */
  requireInternalModule(path: string): unknown {
    // A lasting parent would keep each instance as its child.
    const load = createRequire(this.#testPath);
    delete load.cache[path];
    return load(path);
  }

  setGlobalsForRuntime(): void {
    Object.assign(this.#environment.global, { jest: createJestObject(this.#environment, this.#globalConfig) });
  }

  getSourceMaps(): null {
    return null;
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  enterTestCode(): void {}

  leaveTestCode(): void {}

  teardown(): void {}
}
