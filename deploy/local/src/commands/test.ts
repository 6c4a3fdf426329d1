import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { generateCode } from '#/codegen/codegen.ts';
import { inRepository, repositoryDir } from '#/repository.ts';
import { countTests, type TestCounts } from '#/testing/count-tests.ts';
import { prepareTestPrograms } from '#/testing/prepare-programs.ts';
import { type Project, readTestArguments } from '#/testing/test-arguments.ts';

/** `npm test`: all suites, one Jest run each; further arguments go to Jest. The last line says `N passed, N failed`. */
export async function test(args: string[]): Promise<number> {
  const { projects, rest } = readTestArguments(args);
  await generateCode();
  const programs = await prepareTestPrograms((text) => process.stderr.write(`${text}\n`));
  const results = await mkdtemp(join(tmpdir(), 'ledgergraph-test-'));
  const total: TestCounts = { passed: 0, failed: 0, retried: [] };
  let exitCode = 0;
  try {
    for (const project of projects) {
      const resultFile = join(results, `${project}.json`);
      const code = await runJest(project, rest, resultFile, programs);
      const counts = countTests(await readFile(resultFile, 'utf8').catch(() => undefined));
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.retried.push(...counts.retried);
      if (code !== 0 || counts.failed > 0) exitCode = 1;
    }
  } finally {
    await rm(results, { recursive: true, force: true });
  }
  for (const name of total.retried) process.stdout.write(`passed at the second try only: ${name}\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return exitCode;
}

async function runJest(
  project: Project,
  rest: string[],
  resultFile: string,
  programs: Record<string, string>,
): Promise<number> {
  // The results are in when the last test has ended; a connection that a test left open must not hold up the run.
  const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
  // Ours first: a lone -- among theirs ends the flags.
  const ours = ['--selectProjects', project, '--passWithNoTests', '--forceExit', '--json', '--outputFile', resultFile];
  const args = [jest, ...ours, ...rest];
  const result = await execa(process.execPath, args, {
    cwd: repositoryDir,
    env: { ...programs, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
    // The report for people is on stderr. The JSON goes to stdout as well as to the file, and there nobody reads it.
    stdio: ['inherit', 'ignore', 'inherit'],
    reject: false,
  });
  return result.exitCode ?? 1;
}
