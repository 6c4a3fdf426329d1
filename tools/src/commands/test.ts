import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCode } from '#/codegen/codegen.ts';
import { prepareTestPrograms } from '#/testing/prepare-programs.ts';
import { runJest } from '#/testing/run-jest.ts';
import { summarize } from '#/testing/summary.ts';
import { type Run, readTestArguments } from '#/testing/test-arguments.ts';

/**
 * `npm test`: all suites, a Jest run for each or two, some side by side; further arguments go to Jest. At the end it lists where the time went and what failed;
 * the last line is `N passed, N failed`, and how many were skipped.
 */
export async function test(args: string[]): Promise<number> {
  const { steps, rest } = readTestArguments(args);
  await generateCode();
  const environment = await prepareTestPrograms((text) => process.stderr.write(`${text}\n`));
  const results = await mkdtemp(join(tmpdir(), 'ledgergraph-test-'));
  const runOne = (run: Run) =>
    runJest({ ...run, rest, resultFile: join(results, `${randomUUID()}.json`), environment });
  const runLane = (lane: readonly Run[]) => inTurn(lane, runOne);
  try {
    const runs = (await inTurn(steps, (lanes) => Promise.all(lanes.map(runLane)))).flat(2);
    process.stdout.write(`${summarize(runs)}\n`);
    return runs.some(({ exitCode, failed }) => exitCode !== 0 || failed > 0) ? 1 : 0;
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

async function inTurn<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const done: Result[] = [];
  for (const item of items) done.push(await run(item));
  return done;
}
