import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitForServer } from '../wait-for-server.ts';

export const POOL_SIZE = 5;

export interface BouncerOptions {
  serverPort: number;
  user: string;
  password: string;
  database: string;
}

/** Debian's, in transaction mode; the cleanup ends it. @returns the URL for its clients */
export async function startBouncer(options: BouncerOptions, cleanup: AsyncDisposableStack): Promise<string> {
  const { serverPort, user, password, database } = options;
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-bouncer-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const settings = `[databases]
${database} = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 200
ignore_startup_parameters = options
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  await writeFile(join(folder, 'users.txt'), `"${user}" "${password}"\n`, { mode: 0o600 });
  // It refuses to run as root; the package makes this account.
  const account = (await readFile('/etc/passwd', 'utf8')).match(/^postgres:[^:]*:(\d+):(\d+):/m);
  const [uid, gid] = [Number(account?.[1]), Number(account?.[2])];
  for (const path of [folder, join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]) await chown(path, uid, gid);
  const bouncer = spawn('/usr/sbin/pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { uid, gid, stdio: 'ignore' });
  cleanup.defer(async () => {
    if (bouncer.exitCode !== null || bouncer.signalCode !== null) return;
    const ended = once(bouncer, 'exit');
    bouncer.kill('SIGTERM');
    await ended;
  });
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  await waitForServer(url, 'PgBouncer');
  return url;
}
