import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { exitWithParent } from '#/postgres/exit-with-parent.ts';
import { findFreePort } from '#/postgres/find-free-port.ts';
import { type RunningPostgres, startPostgres } from '#/postgres/start-postgres.ts';

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

async function untilGone(pid: number): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await wait(50);
  }
  throw new Error(`process ${pid} is still there`);
}

test('a server keeps its data from start to start, also when it was killed, and asks for the password', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  await chmod(folder, 0o711);
  const start = async (): Promise<RunningPostgres> =>
    startPostgres({
      dataDir: join(folder, 'data'),
      port: await findFreePort(),
      password: 'p@ss/word',
      settings: { work_mem: '5MB' },
    });
  const first = await start();
  await ask(first.url, 'CREATE TABLE kept (id int)');
  expect(await ask(first.url, 'SHOW work_mem')).toEqual(['5MB']);
  await expect(ask(first.url.replace('p%40ss', 'other'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  await first.stop();

  const second = await start();
  await ask(second.url, 'INSERT INTO kept VALUES (7)');
  const exited = once(second.process, 'exit');
  process.kill(-(second.process.pid ?? Number.NaN), 'SIGKILL');
  await exited;

  const third = await start();
  expect(await ask(third.url, 'SELECT id FROM kept')).toEqual([7]);
  await third.stop();
  await third.stop();
  await rm(folder, { recursive: true });
});

test('a port that is taken is reported with the words of the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  await chmod(folder, 0o711);
  const { port } = new URL(process.env.TEST_POSTGRES_URL ?? '');
  const starting = startPostgres({ dataDir: join(folder, 'data'), port: Number(port), password: 'x' });
  await expect(starting).rejects.toThrow(/Postgres did not start[\s\S]*Address already in use/);
  await rm(folder, { recursive: true });
});

test('a wrapped program gets its stop signal when the parent is killed, and can finish in order', async () => {
  const program = `trap 'echo finished; exit 0' TERM; echo "pid $$"; while :; do sleep 0.05; done`;
  const [command, ...args] = exitWithParent('TERM', ['sh', '-c', program]);
  // The parent only holds the pipe.
  const holder = `require('node:child_process').spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { stdio: ['pipe', 'inherit', 'inherit'], detached: true });`;
  const parent = spawn(process.execPath, ['-e', holder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(parent.stdout, 'close');
  let printed = '';
  parent.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  while (!/pid \d+\n/.test(printed)) await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await untilGone(Number(/pid (\d+)/.exec(printed)?.[1]));
  await closed;
  expect(printed).toContain('finished');
});

test('the exit code of a wrapped program is passed on', async () => {
  const [command, ...args] = exitWithParent('TERM', ['sh', '-c', 'exit 7']);
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  expect(await once(child, 'exit')).toEqual([7, null]);
});
