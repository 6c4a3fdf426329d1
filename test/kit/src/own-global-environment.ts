import vm from 'node:vm';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { noteCpuTime, usedCpuSeconds } from './cpu-time.ts';

/**
 * Node's environment with an ordinary global object. Jest's own is a Proxy behind interceptors: each use of `JSON`, `Array` or `Date` in a file
 * under test runs JavaScript of Jest, which took a quarter of all CPU time. Jest has no option for it, so its call is answered here.
 */
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export default class OwnGlobalEnvironment extends TestEnvironment {
  readonly #file: string;
  readonly #usedBefore = usedCpuSeconds();

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    this.#file = context.testPath;
  }

  override async teardown(): Promise<void> {
    noteCpuTime({ file: this.#file, seconds: usedCpuSeconds() - this.#usedBefore });
    await super.teardown();
  }
}
