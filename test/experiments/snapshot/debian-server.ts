import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitForServer } from '../wait-for-server.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const SETTINGS = ['shared_buffers=512MB', 'max_connections=100', 'listen_addresses=127.0.0.1', 'max_wal_size=4GB'];
const run = promisify(execFile);

/** Starts a server of Debian's postgresql-15 on this machine, with a disk that it waits for; the cleanup removes it. @returns its URL */
export async function startDebianServer(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-debian-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const account = (await readFile('/etc/passwd', 'utf8')).match(/^postgres:[^:]*:(\d+):(\d+):/m);
  const [uid, gid] = [Number(account?.[1]), Number(account?.[2])];
  await chown(folder, uid, gid);
  await chmod(folder, 0o700);
  const password = randomBytes(12).toString('hex');
  await writeFile(join(folder, 'password'), password, { mode: 0o600 });
  await chown(join(folder, 'password'), uid, gid);
  const data = join(folder, 'data');
  const as = { uid, gid, cwd: '/' };
  await run(
    `${BIN}/initdb`,
    ['-D', data, '-U', 'postgres', `--pwfile=${folder}/password`, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C'],
    as,
  );
  const port = await findFreePort();
  const flags = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const server = spawn(`${BIN}/postgres`, ['-D', data, ...flags], { ...as, stdio: 'ignore' });
  cleanup.defer(async () => {
    const ended = once(server, 'exit');
    if (server.exitCode === null && server.kill('SIGINT')) await ended;
  });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await waitForServer(url, 'the server');
  return url;
}

/** Runs pg_dump or pg_restore. */
export async function runTool(tool: 'pg_dump' | 'pg_restore', args: readonly string[]): Promise<void> {
  await run(`${BIN}/${tool}`, [...args], { maxBuffer: 1024 * 1024 });
}
