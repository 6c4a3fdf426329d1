import { inRepository } from '@ledgergraph/local/repository';
import { runJest } from './run-jest.ts';

test('files of one process share their modules, and nothing else', async () => {
  const report = await runJest(
    {
      'by-name.cjs': `
        const Sequencer = require('${inRepository('node_modules', '@jest', 'test-sequencer')}').default;
        module.exports = class extends Sequencer { sort = (files) => files.sort((a, b) => (a.path < b.path ? -1 : 1)); };`,
      'counter.ts': 'let count = 0; export const next = (): number => (count += 1);',
      'a.test.ts': `
        import { next } from './counter.ts';
        test('a is first', () => {
          process.env.LEFT_BEHIND = 'a';
          jest.useFakeTimers({ now: 0 });
          jest.spyOn(Math, 'random').mockReturnValue(2);
          console.log = () => undefined;
          process.on('unhandledRejection', () => undefined);
          expect(next()).toBe(1);
        });`,
      'b.test.ts': `
        import { next } from './counter.ts';
        test('b is second', () => {
          expect(next()).toBe(2);
          expect(process.env.LEFT_BEHIND).toBeUndefined();
          expect(Date.now()).toBeGreaterThan(0);
          expect(Math.random()).toBeLessThan(1);
          console.log('it is heard');
        });`,
    },
    ['--testSequencer', './by-name.cjs'],
  );
  expect(report).toMatch(/Tests: +2 passed, 2 total/);
  expect(report).toMatch(/it is heard/);
});

test('a failure names the line of the TypeScript and the difference', async () => {
  const report = await runJest({
    'lines.test.ts': `interface Sum {
  value: number;
}

test('it adds', () => {
  const sum: Sum = { value: 1 + 1 };
  expect(sum).toEqual({ value: 3 });
});
`,
  });
  expect(report).toMatch(/at .*lines\.test\.ts:7:15/);
  expect(report).toMatch(/- {2,}"value": 3,\n +\+ {2,}"value": 2,/);
});

test('a rejection that nothing handles fails its file, and so does an error outside of all tests', async () => {
  const report = await runJest({
    'rejected.test.ts':
      "test('it passes', async () => { void Promise.reject(new Error('unheard')); await new Promise(setImmediate); });",
    'thrown.test.ts':
      "test('it passes', async () => { setImmediate(() => { throw new Error('out of reach'); }); await new Promise((r) => setTimeout(r, 50)); });",
    'broken.test.ts': "throw new Error('not to be loaded');",
    'other.test.ts': "test('it passes', () => {});",
  });
  expect(report).toMatch(/FAIL .*rejected\.test\.ts/);
  expect(report).toMatch(/unheard/);
  expect(report).toMatch(/FAIL .*thrown\.test\.ts/);
  expect(report).toMatch(/out of reach/);
  expect(report).toMatch(/FAIL .*broken\.test\.ts/);
  expect(report).toMatch(/PASS .*other\.test\.ts/);
});

test('a pattern of titles and test.only leave the other tests out', async () => {
  const files = {
    'pattern.test.ts':
      "beforeAll(() => { throw new Error('not wanted'); }); test('one', () => {}); test('two', () => {});",
    'only.test.ts': "test.only('three', () => {}); test('two', () => { throw new Error('not wanted'); });",
  };
  expect(await runJest(files, ['-t', 'three'])).toMatch(/Tests: +3 skipped, 1 passed, 4 total/);
});
