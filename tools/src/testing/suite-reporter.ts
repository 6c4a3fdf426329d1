import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryDir } from '@ledgergraph/local/repository';
import { noteCpuTime, usedCpuSeconds } from '@ledgergraph/test-kit/jest/cpu-time';

/** Result, file, number of tests and time. */
export function describeSuite(path: string, result: SuiteOutcome): string {
  const tests = result.numPassingTests + result.numFailingTests + result.numPendingTests;
  const skipped = result.numPendingTests === 0 ? '' : `, ${result.numPendingTests} skipped`;
  const seconds = (Math.max(0, result.perfStats.end - result.perfStats.start) / 1000).toFixed(1);
  return `${wordOf(result)} ${relative(repositoryDir, path)} (${tests} tests${skipped}, ${seconds} s)`;
}

/** Members of Jest's TestResult, in milliseconds. */
interface SuiteOutcome {
  numPassingTests: number;
  numFailingTests: number;
  numPendingTests: number;
  /** Absent or empty: none. */
  failureMessage?: string | null;
  perfStats: { start: number; end: number };
  console?: readonly { type: string; message: string }[];
}

/** Prints a line for each file when it has ended; below it, if it failed, the failures in full and what the file logged. */
// biome-ignore lint/style/noDefaultExport: the form Jest asks for.
export default class SuiteReporter {
  /** The process has the workers, and the shared installation, as children. */
  onRunStart(): void {
    process.once('exit', () => noteCpuTime({ seconds: usedCpuSeconds() }));
  }

  onTestFileResult({ path }: { path: string }, result: SuiteOutcome): void {
    const lines = [describeSuite(path, result)];
    if (failed(result)) {
      lines.push(...(result.console ?? []).map(({ type, message }) => `  console.${type}: ${message}`));
      if (result.failureMessage) lines.push(trimEnds(result.failureMessage));
    }
    // Jest keeps stdout for its own JSON.
    process.stderr.write(`${lines.join('\n')}\n`);
  }
}

function wordOf(result: SuiteOutcome): string {
  if (failed(result)) return 'FAIL';
  return result.numPassingTests === 0 ? 'skip' : 'ok  ';
}

function failed({ numFailingTests, failureMessage }: SuiteOutcome): boolean {
  return numFailingTests > 0 || Boolean(failureMessage);
}

function trimEnds(text: string): string {
  const lines = text.split('\n');
  while (lines.length > 0 && stripVTControlCharacters(lines.at(-1) ?? '').trim() === '') lines.pop();
  return lines.join('\n');
}
