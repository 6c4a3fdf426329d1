import { spawnSync } from 'node:child_process';
import { readCpuMs, readTreeCpuMs } from './cpu-time.ts';

// By its own clock of work done, not the wall's: a busy machine must not make it do less.
const SPIN = 'const end = process.cpuUsage().user + 120_000; while (process.cpuUsage().user < end);';

test('work of this process is counted', () => {
  const before = readCpuMs(process.pid) ?? Number.NaN;
  const end = process.cpuUsage().user + 100_000;
  while (process.cpuUsage().user < end);
  expect((readCpuMs(process.pid) ?? 0) - before).toBeGreaterThanOrEqual(80);
});

test('work of children is counted to the tree, also when they have ended', () => {
  const own = readCpuMs(process.pid) ?? Number.NaN;
  const before = readTreeCpuMs(process.pid) ?? Number.NaN;
  spawnSync(process.execPath, ['-e', SPIN]);
  const children = (readTreeCpuMs(process.pid) ?? 0) - before - ((readCpuMs(process.pid) ?? 0) - own);
  expect(children).toBeGreaterThanOrEqual(50);
});

test('a process that is not there has no times', () => {
  expect(readCpuMs(2 ** 30)).toBeUndefined();
  expect(readTreeCpuMs(2 ** 30)).toBeUndefined();
});
