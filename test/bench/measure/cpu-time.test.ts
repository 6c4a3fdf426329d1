import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readCpuMs, readDescendants, readTreeCpuMs } from './cpu-time.ts';

// By work done: on a busy machine the wall's clock would make it do less.
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

test('work of a running child is reported with its title', async () => {
  const child = spawn(process.execPath, ['-e', `${SPIN} console.log('done'); setInterval(() => {}, 1_000);`]);
  try {
    await once(child.stdout, 'data');
    const found = readDescendants(process.pid).get(child.pid ?? Number.NaN);
    expect(found?.cpuMs).toBeGreaterThanOrEqual(80);
    expect(found?.title).toContain('120_000');
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});

test('a process that is not there has no times', () => {
  expect(readCpuMs(2 ** 30)).toBeUndefined();
  expect(readTreeCpuMs(2 ** 30)).toBeUndefined();
  expect(readDescendants(2 ** 30).size).toBe(0);
});
