import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCode } from '#/codegen/codegen.ts';
import type { TestCounts } from '#/testing/count-tests.ts';
import { prepareTestPrograms } from '#/testing/prepare-programs.ts';
import { runJest } from '#/testing/run-jest.ts';
import { readTestArguments } from '#/testing/test-arguments.ts';

/** `npm test`: all suites, one Jest run each; further arguments go to Jest. The last line says `N passed, N failed`, and how many were skipped. */
export async function test(args: string[]): Promise<number> {
  const { projects, rest } = readTestArguments(args);
  await generateCode();
  const environment = await prepareTestPrograms((text) => process.stderr.write(`${text}\n`));
  const results = await mkdtemp(join(tmpdir(), 'ledgergraph-test-'));
  const total: TestCounts = { passed: 0, failed: 0, skipped: 0, retried: [] };
  let exitCode = 0;
  try {
    for (const project of projects) {
      const result = await runJest({ project, rest, resultFile: join(results, `${project}.json`), environment });
      total.passed += result.passed;
      total.failed += result.failed;
      total.skipped += result.skipped;
      total.retried.push(...result.retried);
      if (result.exitCode !== 0 || result.failed > 0) exitCode = 1;
    }
  } finally {
    await rm(results, { recursive: true, force: true });
  }
  for (const name of total.retried) process.stdout.write(`passed at the second try only: ${name}\n`);
  const skipped = total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  return exitCode;
}
