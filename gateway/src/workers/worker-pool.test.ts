import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { pino } from 'pino';
import type { Env } from '#/env.ts';
import { allocateCounters } from '#/limits/counters.ts';
import { WorkerPool } from './worker-pool.ts';

/** Reports that it is up, fails by itself if it is the first of its number, and ends when it is asked to. */
const PROGRAM = `
import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', () => process.exit(0));
parentPort.postMessage({ up: true, port: 1 });
const failed = new URL('failed-' + workerData.member, import.meta.url);
if (!existsSync(failed)) {
  writeFileSync(failed, '');
  setImmediate(() => { throw new Error('a fault of the worker'); });
} else writeFileSync(new URL('again-' + workerData.member, import.meta.url), '');
`;

test('a worker that fails by an error is replaced, and the gateway goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-workers-'));
  const file = join(folder, 'worker.mjs');
  await writeFile(file, PROGRAM);
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const pool = new WorkerPool({
    program: pathToFileURL(file),
    memory: allocateCounters(2),
    env: {} as Env,
    port: 0,
    logger,
  });
  await pool.start();
  const isReplaced = () => [0, 1].every((member) => existsSync(join(folder, `again-${member}`)));
  await waitFor(isReplaced, { what: 'two new workers', timeoutMs: 30_000 });
  expect(lines.filter((line) => line.includes('a fault of the worker'))).toHaveLength(2);
  await pool.stop();
  expect(pool.threads.size).toBe(0);
  await rm(folder, { recursive: true });
});
