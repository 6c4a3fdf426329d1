import { globSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { buildImages } from '#/containers/build-images.ts';
import { checkComposeFile } from '#/containers/check-compose-file.ts';
import { type Engine, findEngine } from '#/containers/engine.ts';
import { findCompose } from '#/containers/find-compose.ts';
import { prepareForeignImages } from '#/containers/foreign-images.ts';
import type { ForeignImages } from '#/containers/images.ts';
import { runJest } from './run-jest.ts';
import type { ProjectRun } from './summary.ts';

const NONE = { project: 'containers', passed: 0, failed: 0, skipped: 0, suites: [], failures: [] };

function report(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Skips the scenarios, which it reports, where there is no Docker engine. @param resultFile file for Jest's result */
export async function runContainers(rest: string[], resultFile: string): Promise<ProjectRun & { exitCode: number }> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  let prepared: Prepared;
  try {
    prepared = await prepare();
  } catch (error) {
    const skipped = globSync(inRepository('test', 'containers', '*', '*.test.ts')).length;
    report(`!!! CONTAINER TESTS SKIPPED: ${error instanceof Error ? error.message : String(error)}`);
    return { ...NONE, seconds: seconds(), skipped, exitCode: 0 };
  }
  try {
    return { ...(await runScenarios(prepared, rest, resultFile)), seconds: seconds() };
  } catch (error) {
    // With an engine the fault is ours.
    report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { ...NONE, seconds: seconds(), failed: 1, failures: ['containers: could not be prepared'], exitCode: 1 };
  } finally {
    await prepared.engine.stop();
  }
}

interface Prepared {
  engine: Engine;
  /** As words; undefined: its scenario is skipped. */
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

async function runScenarios({ engine, compose, foreign }: Prepared, rest: string[], resultFile: string) {
  if (compose === undefined) report('!!! THE SCENARIO OF COMPOSE ITSELF IS SKIPPED: no client of it here');
  else await checkComposeFile(compose, report);
  for (const { image, sizeMb } of await buildImages(engine, foreign)) report(`${image}: ${sizeMb} MB`);
  const environment = {
    ...engine.env,
    ...foreign,
    ...(compose !== undefined && { TEST_COMPOSE: JSON.stringify(compose) }),
    // The clean-up container cannot be pulled; the engine itself ends instead.
    ...(engine.isOwn && { TESTCONTAINERS_RYUK_DISABLED: 'true', TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' }),
  };
  return runJest({ project: 'containers', rest: ['--runInBand', ...rest], environment, resultFile });
}
