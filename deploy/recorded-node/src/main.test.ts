import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { CREDENTIALS, call } from '../test/node-under-test.ts';
import { recordingDir } from './recording.ts';

test('runs as a process: prints where it listens, moves by itself, takes credentials from the environment, stops on SIGTERM', async () => {
  const main = path.join(import.meta.dirname, 'main.ts');
  const flags = ['--recording', recordingDir('vrsctest-a'), '--from', '660', '--interval', '20'];
  const env = { ...process.env, RECORDED_NODE_USER: CREDENTIALS.user, RECORDED_NODE_PASSWORD: CREDENTIALS.password };
  const child = spawn(process.execPath, [main, ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout, 'data');
  const { msg, url, tip } = JSON.parse(String(line));
  expect({ msg, tip }).toMatchObject({ msg: 'listening', tip: { height: 660 } });
  let height = 0;
  for (const deadline = Date.now() + 60_000; height < 667 && Date.now() < deadline; ) {
    height = (await call<number>({ url }, 'getblockcount')).result;
  }
  expect(height).toBe(667);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('as a process that continues its recording it goes on, and serves the same chain after it was killed', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'ledgergraph-node-'));
  const main = path.join(import.meta.dirname, 'main.ts');
  const flags = [
    '--recording',
    recordingDir('vrsctest-a'),
    '--interval',
    '4',
    '--at-end',
    'continue',
    '--state',
    dir,
    '--from',
    'end',
  ];
  const env = { ...process.env, RECORDED_NODE_USER: CREDENTIALS.user, RECORDED_NODE_PASSWORD: CREDENTIALS.password };
  const seen = new Map<number, string>();
  const runTo = async (height: number): Promise<void> => {
    const child = spawn(process.execPath, [main, '--pool', ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    try {
      const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0]));
      const hashAt = async (at: number): Promise<string> => (await call<string>({ url }, 'getblockhash', at)).result;
      for (const [at, hash] of seen) expect([at, await hashAt(at)]).toEqual([at, hash]);
      const readTip = async (): Promise<number> => (await call<number>({ url }, 'getblockcount')).result;
      for (const deadline = Date.now() + 60_000; (await readTip()) < height && Date.now() < deadline; );
      // Deeper below the tip than any reorganisation reaches.
      for (let at = 667; at <= height - 10; at += 1) seen.set(at, await hashAt(at));
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  };
  try {
    await runTo(690);
    await runTo(710);
    expect(seen.size).toBe(34);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test('as a process without recordings of its own it serves the demo, from where npm start begins', async () => {
  const main = path.join(import.meta.dirname, 'main.ts');
  const env = { ...process.env, RECORDED_NODE_USER: CREDENTIALS.user, RECORDED_NODE_PASSWORD: CREDENTIALS.password };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    const served: unknown[] = [];
    for await (const line of createInterface(child.stdout)) {
      const { network, url, tip } = JSON.parse(line);
      const { result } = await call<{ name: string }>({ url }, 'getinfo');
      if (served.push([network, result.name, tip.height]) === 3) break;
    }
    expect(served).toEqual([
      ['VRSCTEST', 'VRSCTEST', 405],
      ['VRSC', 'VRSC', 239],
      ['island', 'island', 111],
    ]);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('as a process without credentials or with a bad flag it prints what is wrong', async () => {
  const run = promisify(execFile);
  const main = path.join(import.meta.dirname, 'main.ts');
  const dir = recordingDir('pchain-a');
  await expect(run(process.execPath, [main, '--recording', dir], { env: {} })).rejects.toMatchObject({
    stderr: expect.stringContaining('RECORDED_NODE_USER'),
  });
  await expect(run(process.execPath, [main, '--recording', dir, '--from', 'soon'])).rejects.toMatchObject({
    stderr: expect.stringContaining('a whole number'),
  });
});
