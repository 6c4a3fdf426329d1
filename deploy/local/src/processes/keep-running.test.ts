import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type KeptProcess, keepRunning } from './keep-running.ts';

const QUICK = { firstMs: 10, maxMs: 40, healthyMs: 60_000 };

async function launch(script: string): Promise<ChildProcess> {
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  await once(child, 'spawn');
  return child;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(5);
}

test('starts a child again each time it ends, later and later, and reports it', async () => {
  const reported: string[] = [];
  const kept = await keepRunning({
    name: 'mayfly',
    launch: () => launch('exit 3'),
    onTrouble: (text) => reported.push(text),
    backOff: QUICK,
  });
  await until(() => reported.length >= 4);
  await kept.stop();
  expect(reported.slice(0, 4)).toEqual([
    'mayfly ended with code 3; starting it again in 0.01 s',
    'mayfly ended with code 3; starting it again in 0.02 s',
    'mayfly ended with code 3; starting it again in 0.04 s',
    'mayfly ended with code 3; starting it again in 0.04 s',
  ]);
  expect(kept.quickDeaths).toBeGreaterThanOrEqual(4);
});

test('a child that had been up for long counts as healthy again', async () => {
  const reported: string[] = [];
  const backOff = { ...QUICK, healthyMs: 0 };
  const kept = await keepRunning({
    name: 'sound',
    launch: () => launch('exit 0'),
    onTrouble: (text) => reported.push(text),
    backOff,
  });
  await until(() => reported.length >= 3);
  await kept.stop();
  expect(kept.quickDeaths).toBe(1);
});

test('stop asks by closing stdin and waits; nothing is started afterwards', async () => {
  let starts = 0;
  const kept = await keepRunning({
    name: 'obedient',
    launch: () => {
      starts += 1;
      return launch('read line; exit 0');
    },
    onTrouble: () => undefined,
    backOff: QUICK,
  });
  const { pid } = kept;
  await kept.stop();
  await wait(50);
  expect(starts).toBe(1);
  expect(isAlive(pid)).toBe(false);
});

test('stop kills a child that does not listen, and what it has started', async () => {
  const kept = await keepRunning({
    name: 'deaf',
    launch: () => launch('trap "" INT TERM; sleep 60 & wait; sleep 60'),
    onTrouble: () => undefined,
    stopTimeoutMs: 100,
  });
  const { pid } = kept;
  await kept.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a program that cannot be started fails the first start, and is tried again later on', async () => {
  const broken = (): Promise<ChildProcess> => Promise.reject(new Error('no such program'));
  const reported: string[] = [];
  const onTrouble = (text: string): number => reported.push(text);
  await expect(keepRunning({ name: 'absent', launch: broken, onTrouble })).rejects.toThrow('no such program');
  let launches = [() => launch('exit 0'), broken, () => launch('read line')];
  const kept: KeptProcess = await keepRunning({
    name: 'flaky',
    launch: async () => {
      const [next, ...rest] = launches;
      launches = rest;
      return next === undefined ? broken() : next();
    },
    onTrouble,
    backOff: QUICK,
  });
  await until(() => launches.length === 0 && kept.pid !== undefined);
  expect(reported).toContain('flaky: Error: no such program');
  await kept.stop();
});

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) throw new Error('no process id');
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
