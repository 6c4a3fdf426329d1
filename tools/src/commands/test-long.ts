import { runProgram } from './run-program.ts';
import { test } from './test.ts';

const DAY_MS = 86_400_000;
const SEEDS = 50;
/** Ten times as many random questions as `npm test -- --all` asks. */
const SITTINGS = 2_100;

/**
 * `npm run test:long`: draws on where the tests stop, for a night. Seeds of faults with and without rewinds, other ones each day, and random questions
 * about the past. A run names the seed of what it found.
 */
export async function testLong(): Promise<number> {
  const first = String(Math.floor(Date.now() / DAY_MS) * SEEDS);
  const fault = runProgram('test/fault/main.ts', { services: true });
  const seeds = ['--seed', first, '--seeds', String(SEEDS)];
  process.env.TEST_SITTINGS = String(SITTINGS);
  const exitCodes = [
    await fault(seeds),
    await fault([...seeds, '--rewinds']),
    await test(['--selectProjects', 'e2e', '--testPathPatterns', 'as-of/draws']),
  ];
  return Math.max(...exitCodes);
}
