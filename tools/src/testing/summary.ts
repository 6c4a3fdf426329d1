import type { Suite, TestResults } from './read-results.ts';

const SLOWEST_SHOWN = 10;

export interface ProjectRun extends TestResults {
  project: string;
  /** From the start of Jest to its exit, with servers and stacks. */
  seconds: number;
}

export function summarize(runs: readonly ProjectRun[]): string {
  return [...describeTime(runs), ...describeFailures(runs)].join('\n');
}

/** With the commands that run them. */
export function describeLeftOut(projects: readonly string[]): string[] {
  if (projects.length === 0) return [];
  return [
    `Not run: ${projects.join(', ')}.`,
    '`npm test -- --rest` runs what `npm test` leaves out, `npm test -- --all` everything.',
    '',
  ];
}

/** `N passed, N failed`, and `, N skipped` if there are any. */
export function describeCounts(runs: readonly Pick<TestResults, 'passed' | 'failed' | 'skipped'>[]): string {
  const sum = (member: 'passed' | 'failed' | 'skipped') => runs.reduce((total, run) => total + run[member], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

function describeTime(runs: readonly ProjectRun[]): string[] {
  const suites = runs.flatMap((run) => run.suites).sort((a, b) => b.seconds - a.seconds);
  return [
    '',
    'seconds    cpu s  project     files  passed  failed',
    ...runs.map((run) =>
      [
        column(run.seconds),
        column(run.cpuSeconds ?? 0),
        run.project.padEnd(10),
        pad(run.suites.length, 5),
        pad(run.passed, 6),
        pad(run.failed, 6),
      ].join('  '),
    ),
    '',
    'seconds  slowest files',
    ...suites.slice(0, SLOWEST_SHOWN).map(({ file, seconds }: Suite) => `${column(seconds)}  ${file}`),
    '',
  ];
}

function describeFailures(runs: readonly ProjectRun[]): string[] {
  const failures = runs.flatMap((run) => run.failures);
  return failures.length === 0 ? [] : ['Failed, each in full above:', ...failures.map((line) => `  ${line}`), ''];
}

function column(seconds: number): string {
  return pad(seconds.toFixed(1), 7);
}

function pad(value: number | string, width: number): string {
  return String(value).padStart(width);
}
