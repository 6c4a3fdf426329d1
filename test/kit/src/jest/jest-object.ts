import type { JestEnvironment } from '@jest/environment';
import type { Config } from '@jest/types';

/** Only functions of the global `jest` that need no runtime of its own. */
export function createJestObject({ moduleMocker, fakeTimersModern }: JestEnvironment, { seed }: Config.GlobalConfig) {
  if (moduleMocker === null || fakeTimersModern === null) throw new Error('The environment has ended');
  const jest = {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => {
      moduleMocker.restoreAllMocks();
      return jest;
    },
    useFakeTimers: (config?: Config.FakeTimersConfig) => {
      fakeTimersModern.useFakeTimers(config);
      return jest;
    },
    useRealTimers: () => {
      fakeTimersModern.useRealTimers();
      return jest;
    },
    advanceTimersByTime: fakeTimersModern.advanceTimersByTime.bind(fakeTimersModern),
    getSeed: () => seed,
  };
  return jest;
}
