import { runProgram } from './run-program.ts';
import { test } from './test.ts';

const DAY_MS = 86_400_000;
const SEEDS = 50;
/** `npm test -- --all` has fewer. */
const LONGER = { TEST_SITTINGS: '2100', TEST_OPERATIONS: '300', TEST_KILLS: '200' };
const FILES = ['gateway/test/execution/(abstract-types|equal-to-stock)', 'as-of/draws', 'resume/', '/kills'];

/** `npm run test:long` goes on where the tests stop, for a night, with other seeds each day. A run names the seed of what it found. */
export async function testLong(): Promise<number> {
  const first = String(Math.floor(Date.now() / DAY_MS) * SEEDS);
  const fault = runProgram('test/fault/main.ts', { services: true });
  const seeds = ['--seed', first, '--seeds', String(SEEDS)];
  Object.assign(process.env, LONGER);
  const exitCodes = [
    await fault(seeds),
    await fault([...seeds, '--rewinds']),
    await test(['--selectProjects', 'service', 'e2e', 'fault', '--testPathPatterns', FILES.join('|')]),
  ];
  return Math.max(...exitCodes);
}
