import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exitWithParent } from './exit-with-parent.ts';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { waitForLeftover } from './wait-for-leftover.ts';

export interface StartPostgresOptions {
  dataDir: string;
  port: number;
  password: string;
  settings?: Record<string, string>;
  /** Line of the log that reports readiness. Absent: that of a server that takes writes. */
  readyText?: string;
  onLog?: (text: string) => void;
}

export interface RunningPostgres {
  url: string;
  process: ChildProcess;
  /** Fast shutdown: clients are disconnected, data is written, the process is gone afterwards. */
  stop(): Promise<void>;
}

const READY = 'database system is ready to accept connections';
const LOG_TAIL_CHARS = 2000;

/** Stops with this process, even when that is killed. @throws with the end of the server's log */
export async function startPostgres(options: StartPostgresOptions): Promise<RunningPostgres> {
  const binaries = findPostgresBinaries();
  const account = await choosePostgresAccount(options.dataDir, Object.values(binaries));
  if (!existsSync(join(options.dataDir, 'PG_VERSION'))) await initialise(options, binaries, account);
  await waitForLeftover(options.dataDir);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [binaries.postgres, '-D', options.dataDir, '-p', String(options.port), ...flags];
  const child = spawnAs(account, exitWithParent('INT', command));
  await untilReady(child, options);
  return {
    url: postgresUrl(options),
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.stdin?.end();
      await exited;
    },
  };
}

export function postgresUrl({ password, port }: Pick<StartPostgresOptions, 'password' | 'port'>): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

async function initialise(
  options: StartPostgresOptions,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  const { dataDir, password } = options;
  // A folder without PG_VERSION is from an interrupted initdb: it holds nothing, and initdb refuses to go on.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const passwordFile = `${dataDir}.password-${randomBytes(6).toString('hex')}`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(dataDir, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const initdb = [
      binaries.initdb,
      `--pgdata=${dataDir}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Byte order: the same on every machine, and required by keyset pagination over names.
      '--locale=C',
      '--no-sync',
    ];
    const [program = '', ...rest] = [...account.prefix, ...initdb];
    await promisify(execFile)(program, rest, { ...idsFor(account), cwd: '/' });
  } catch (cause) {
    const detail = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new Error(`Postgres could not initialise ${dataDir}: ${detail}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function spawnAs(account: PostgresAccount, command: string[]): ChildProcess {
  const [program = '', ...rest] = [...account.prefix, ...command];
  // In its own process group: Ctrl-C must not stop the database before the services that use it.
  return spawn(program, rest, { ...idsFor(account), cwd: '/', stdio: ['pipe', 'ignore', 'pipe'], detached: true });
}

function idsFor({ uid, gid, prefix }: PostgresAccount): { uid?: number; gid?: number } {
  return prefix.length > 0 || uid === undefined || gid === undefined ? {} : { uid, gid };
}

async function untilReady(
  child: ChildProcess,
  { onLog, readyText = READY }: Pick<StartPostgresOptions, 'onLog' | 'readyText'>,
): Promise<void> {
  let tail = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      onLog?.(text);
      tail = (tail + text).slice(-LOG_TAIL_CHARS);
      if (tail.includes(readyText)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Postgres did not start:\n${tail.trim()}`)));
  });
}
