import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCode } from '#/codegen/codegen.ts';
import { describeTimes, keepTimes, readTimes } from '#/testing/kept-times.ts';
import { prepareTestPrograms } from '#/testing/prepare-programs.ts';
import { runContainers } from '#/testing/run-containers.ts';
import { runJest } from '#/testing/run-jest.ts';
import { describeCounts, describeLeftOut, summarize } from '#/testing/summary.ts';
import { type Project, readTestArguments } from '#/testing/test-arguments.ts';

/** `npm test`: further arguments go to Jest. The last line is `N passed, N failed`, and how many were skipped. */
export async function test(args: string[]): Promise<number> {
  const { steps, leftOut, printsTimes, rest } = readTestArguments(args);
  if (printsTimes) {
    process.stdout.write(`${describeTimes(await readTimes())}\n`);
    return 0;
  }
  await generateCode();
  const environment = await prepareTestPrograms((text) => process.stderr.write(`${text}\n`));
  const results = await mkdtemp(join(tmpdir(), 'ledgergraph-test-'));
  const runOne = (project: Project) => {
    const resultFile = join(results, `${randomUUID()}.json`);
    return project === 'containers'
      ? runContainers(rest, resultFile)
      : runJest({ project, rest, resultFile, environment });
  };
  try {
    const runs = (await inTurn(steps, (lanes) => Promise.all(lanes.map((lane) => inTurn(lane, runOne))))).flat(2);
    await keepTimes(runs);
    process.stdout.write(`${[summarize(runs), ...describeLeftOut(leftOut), describeCounts(runs)].join('\n')}\n`);
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
