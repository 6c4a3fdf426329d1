import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { generateCode } from '#/codegen/codegen.ts';
import { buildImages } from '#/containers/build-images.ts';
import { checkComposeFile } from '#/containers/check-compose-file.ts';
import { type Engine, findEngine } from '#/containers/engine.ts';
import { findCompose } from '#/containers/find-compose.ts';
import { prepareForeignImages } from '#/containers/foreign-images.ts';
import type { ForeignImages } from '#/containers/images.ts';
import { runJest } from '#/testing/run-jest.ts';
import { summarize } from '#/testing/summary.ts';

function report(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * `npm run test:containers`: builds the images and runs the scenarios of test/containers on the Docker engine that answers, or on
 * one started for this run. Where there can be none it reports that and skips them. The last line is `N passed, N failed, N skipped`.
 */
export async function testContainers(args: string[]): Promise<number> {
  await generateCode();
  let prepared: Prepared;
  try {
    prepared = await prepare();
  } catch (error) {
    const scenarios = globSync(inRepository('test', 'containers', '*', '*.test.ts')).length;
    report(`!!! CONTAINER TESTS SKIPPED: ${error instanceof Error ? error.message : String(error)}`);
    process.stdout.write(`0 passed, 0 failed, ${scenarios} skipped\n`);
    return 0;
  }
  try {
    return await runScenarios(prepared, args);
  } finally {
    await prepared.engine.stop();
  }
}

interface Prepared {
  engine: Engine;
  /** The command that is Compose, as words; none: its scenario is skipped. */
  compose: string[] | undefined;
  foreign: ForeignImages;
}

async function prepare(): Promise<Prepared> {
  const engine = await findEngine(report);
  try {
    return { engine, compose: await findCompose(engine, report), foreign: await prepareForeignImages(engine, report) };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

async function runScenarios({ engine, compose, foreign }: Prepared, rest: string[]): Promise<number> {
  const results = await mkdtemp(join(tmpdir(), 'ledgergraph-test-'));
  try {
    if (compose === undefined) report('!!! THE SCENARIO OF COMPOSE ITSELF IS SKIPPED: no client of it here');
    else await checkComposeFile(compose, report);
    for (const { image, sizeMb } of await buildImages(engine, foreign)) report(`${image}: ${sizeMb} MB`);
    const environment = {
      ...engine.env,
      ...foreign,
      ...(compose !== undefined && { TEST_COMPOSE: JSON.stringify(compose) }),
      // The container that cleans up after a test that was killed cannot be pulled there; the engine itself ends instead.
      ...(engine.isOwn && { TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' }),
    };
    const run = await runJest({
      project: 'containers',
      rest: ['--runInBand', ...rest],
      environment,
      resultFile: join(results, 'containers.json'),
    });
    process.stdout.write(`${summarize([run])}\n`);
    return run.exitCode === 0 && run.failed > 0 ? 1 : run.exitCode;
  } catch (error) {
    // The engine is there, so that what went wrong is ours.
    report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.stdout.write('0 passed, 1 failed, 0 skipped\n');
    return 1;
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}
