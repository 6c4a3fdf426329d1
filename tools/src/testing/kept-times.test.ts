import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeTimes, keepTimes, readTimes } from './kept-times.ts';

const unit = {
  project: 'unit',
  seconds: 12,
  cpuSeconds: 20,
  suites: [
    { file: 'gateway/src/cost/a.test.ts', seconds: 1, cpuSeconds: 0.5 },
    { file: 'services/blocks/src/b.test.ts', seconds: 2, cpuSeconds: 4 },
    { file: 'services/blocks/src/graph/c.test.ts', seconds: 3, cpuSeconds: 1 },
  ],
};

test('a run takes the place of the last one of its project, and the others stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-times-'));
  try {
    const file = join(folder, 'cache', 'times.json');
    expect(await readTimes(file)).toEqual([]);
    await keepTimes([unit, { ...unit, project: 'e2e', suites: [] }], file);
    await keepTimes([{ ...unit, seconds: 13 }], file);
    expect((await readTimes(file)).map(({ project, seconds }) => [project, seconds])).toEqual([
      ['e2e', 12],
      ['unit', 13],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('the table has the sums of each project and of its folders, the most expensive first', () => {
  expect(describeTimes([unit]).split('\n')).toEqual([
    '  wall s    cpu s  files  project and folder',
    '    12.0     20.0      3  unit',
    '     5.0      5.0      2    services/blocks',
    '     1.0      0.5      1    gateway',
  ]);
});

test('before the first run there is no table', () => {
  expect(describeTimes([])).toContain('npm test');
});
