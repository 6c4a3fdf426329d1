import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCode } from '#/codegen/codegen.ts';
import { prepareTestPrograms } from '#/testing/prepare-programs.ts';
import { runJest } from '#/testing/run-jest.ts';
import { type ProjectRun, summarize } from '#/testing/summary.ts';
import { readTestArguments } from '#/testing/test-arguments.ts';

/**
 * `npm test`: all suites, one Jest run each; further arguments go to Jest. At the end it lists where the time went and what failed;
 * the last line is `N passed, N failed`, and how many were skipped.
 */
export async function test(args: string[]): Promise<number> {
  const { projects, rest } = readTestArguments(args);
  await generateCode();
  const environment = await prepareTestPrograms((text) => process.stderr.write(`${text}\n`));
  const results = await mkdtemp(join(tmpdir(), 'ledgergraph-test-'));
  const runs: ProjectRun[] = [];
  let exitCode = 0;
  try {
    for (const project of projects) {
      const run = await runJest({ project, rest, resultFile: join(results, `${project}.json`), environment });
      runs.push(run);
      if (run.exitCode !== 0 || run.failed > 0) exitCode = 1;
    }
  } finally {
    await rm(results, { recursive: true, force: true });
  }
  process.stdout.write(`${summarize(runs)}\n`);
  return exitCode;
}
