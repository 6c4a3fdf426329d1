import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { type Account, killAll } from './processes.ts';

/** Patroni keeps the leader's lock in it. @returns its port, and a function that ends it */
export async function startEtcd(dir: string, { uid, gid }: Account): Promise<{ port: number; stop(): void }> {
  const port = await findFreePort();
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${await findFreePort()}`;
  const flags = {
    name: 'one',
    'data-dir': join(dir, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `one=${peer}`,
    // A busy machine answers late, and is no reason to change the leader.
    'heartbeat-interval': '200',
    'election-timeout': '2000',
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  const child = spawn('/usr/bin/etcd', args, { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: {} });
  child.stderr.pipe(createWriteStream(join(dir, 'etcd.log')));
  child.on('error', () => undefined);
  await waitUntilOk(`${client}/health`, { what: 'etcd' });
  return { port, stop: () => killAll([child.pid], 'SIGKILL') };
}
