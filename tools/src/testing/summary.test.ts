import { inRepository } from '@ledgergraph/local/repository';
import { describeSuite } from './suite-reporter.ts';
import { describeCounts, describeLeftOut, type ProjectRun, summarize } from './summary.ts';

const unit: ProjectRun = {
  project: 'unit',
  seconds: 12.34,
  cpuSeconds: 20.5,
  passed: 3,
  failed: 0,
  skipped: 0,
  suites: [
    { file: 'quick.test.ts', seconds: 0.5 },
    { file: 'slow.test.ts', seconds: 9 },
  ],
  failures: [],
};

test('the last line has the counts of all projects, with those skipped only where there are some', () => {
  expect(describeCounts([unit, unit])).toBe('6 passed, 0 failed');
  const failing = { ...unit, failed: 1, skipped: 2, failures: ['slow.test.ts: it holds'] };
  expect(describeCounts([unit, failing])).toBe('6 passed, 1 failed, 2 skipped');
  expect(summarize([unit, failing]).split('\n')).toContain('  slow.test.ts: it holds');
});

test('a run names what it left out, and the commands for it', () => {
  const text = describeLeftOut(['abuse', 'fault']).join('\n');
  expect(text).toContain('Not run: abuse, fault.');
  expect(text).toContain('npm test -- --rest');
  expect(describeLeftOut([])).toEqual([]);
});

test('the summary has the seconds of each project and its slowest files first', () => {
  const text = summarize([unit]);
  expect(text).toMatch(/12\.3 +20\.5 {2}unit +2 +3 +0\n/);
  expect(text).toMatch(/9\.0 {2}slow\.test\.ts\n +0\.5 {2}quick\.test\.ts\n/);
});

test('a file is one line that shows whether it failed', () => {
  const outcome = { numPassingTests: 2, numFailingTests: 0, numPendingTests: 1, perfStats: { start: 0, end: 1_500 } };
  const path = inRepository('a.test.ts');
  expect(describeSuite(path, outcome)).toBe('ok   a.test.ts (3 tests, 1 skipped, 1.5 s)');
  expect(describeSuite(path, { ...outcome, numFailingTests: 1 })).toMatch(/^FAIL a\.test\.ts/);
  expect(describeSuite(path, { ...outcome, failureMessage: 'it cannot be loaded' })).toMatch(/^FAIL/);
  expect(describeSuite(path, { ...outcome, numPassingTests: 0 })).toMatch(/^skip/);
});
