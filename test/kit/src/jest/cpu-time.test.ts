import { spawnSync } from 'node:child_process';
import { usedCpuSeconds } from './cpu-time.ts';

test('the CPU time of a child that has ended counts', () => {
  const before = usedCpuSeconds();
  const own = process.cpuUsage();
  const busy = 'const until = performance.now() + 300; while (performance.now() < until);';
  expect(spawnSync(process.execPath, ['-e', busy], { env: { NODE_OPTIONS: '' } }).status).toBe(0);
  const { user, system } = process.cpuUsage(own);
  const ofChild = usedCpuSeconds() - before - (user + system) / 1_000_000;
  if (process.platform === 'linux') expect(ofChild).toBeGreaterThan(0.05);
  expect(ofChild).toBeGreaterThanOrEqual(0);
});
