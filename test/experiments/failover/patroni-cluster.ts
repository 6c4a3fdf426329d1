import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { stringify } from 'yaml';
import { type Account, childrenOf, killAll } from './processes.ts';

const BIN_DIR = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'cluster';
const MEMBERS = 3;
const START_TIMEOUT_MS = 240_000;
/** A promotion takes seconds: etcd is on the same machine. */
const TIMES = { ttl: 5, loop_wait: 1, retry_timeout: 2 };

export interface ClusterOptions {
  name: string;
  dir: string;
  etcdPort: number;
  account: Account;
  isSynchronous: boolean;
}

interface Member {
  name: string;
  port: number;
  restPort: number;
  dataDir: string;
  config: string;
  child: ChildProcess | undefined;
}

export class PatroniCluster {
  readonly #options: ClusterOptions;
  readonly #members: Member[] = [];
  #isStopped = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  /** `stop` ends what an interrupted start leaves. */
  async start(): Promise<void> {
    const { dir, name } = this.#options;
    await mkdir(dir, { recursive: true });
    for (let number = 1; number <= MEMBERS; number += 1) await this.#add(`${name}${number}`);
    await this.waitUntilWhole();
  }

  url(database: string): string {
    const places = this.#members.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgresql://postgres:${PASSWORD}@${places}/${database}?target_session_attrs=read-write&connect_timeout=2`;
  }

  async leader(): Promise<string | undefined> {
    const states = await Promise.all(this.#members.map((member) => ask(member, 'primary')));
    return this.#members[states.indexOf(200)]?.name;
  }

  async waitUntilWhole(): Promise<void> {
    const isWhole = async (): Promise<boolean> => {
      const states = await Promise.all(this.#members.map((member) => readState(member)));
      return states.every((state) => state?.isRunning) && states.some((state) => state?.followers === MEMBERS - 1);
    };
    await waitFor(isWhole, { what: `the members of ${this.#options.name}`, timeoutMs: START_TIMEOUT_MS });
  }

  /** SIGKILL of Patroni and all processes of Postgres. @param lateMs the replicas have received nothing for this time */
  async killLeader(lateMs: number): Promise<string> {
    const leader = await this.leader();
    const member = this.#members.find(({ name }) => name === leader);
    if (member === undefined) throw new Error(`${this.#options.name} has no leader`);
    const frozen = lateMs > 0 ? this.#receivers(member) : [];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    if (lateMs > 0) await new Promise((resolve) => setTimeout(resolve, lateMs));
    const postmaster = postmasterOf(member);
    const ended = member.child === undefined ? Promise.resolve() : once(member.child, 'exit');
    killAll([member.child?.pid, postmaster, ...childrenOf(postmaster)], 'SIGKILL');
    // Bytes that no one has read yet die with the machine.
    killAll(frozen, 'SIGKILL');
    await ended;
    return member.name;
  }

  bringBack(name: string): void {
    const member = this.#members.find((each) => each.name === name);
    if (member !== undefined) this.#launch(member);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const member of this.#members) {
      const postmaster = postmasterOf(member);
      killAll([member.child?.pid, postmaster, ...childrenOf(postmaster)], 'SIGKILL');
    }
  }

  #receivers(leader: Member): number[] {
    return this.#members
      .filter((member) => member !== leader)
      .flatMap((member) => childrenOf(postmasterOf(member), 'walreceiver'));
  }

  async #add(name: string): Promise<void> {
    const { dir } = this.#options;
    const member: Member = {
      name,
      port: await findFreePort(),
      restPort: await findFreePort(),
      dataDir: join(dir, name),
      config: join(dir, `${name}.yaml`),
      child: undefined,
    };
    this.#members.push(member);
    await writeFile(member.config, stringify(this.#configure(member)));
    this.#launch(member);
    // The first member makes the cluster, the others copy it.
    if (this.#members.length > 1) return;
    await waitFor(async () => (await ask(member, 'primary')) === 200, {
      what: `${name} to start`,
      timeoutMs: START_TIMEOUT_MS,
    });
  }

  #launch(member: Member): void {
    if (this.#isStopped) throw new Error(`${this.#options.name} was stopped`);
    const log = createWriteStream(join(this.#options.dir, `${member.name}.log`), { flags: 'a' });
    const { uid, gid } = this.#options.account;
    const env = { PATH: `${BIN_DIR}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', HOME: this.#options.dir };
    const child = spawn('/usr/bin/patroni', [member.config], {
      uid,
      gid,
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on('error', (error) => log.write(`${error}\n`));
    member.child = child;
  }

  #configure({ name, port, restPort, dataDir }: Member): object {
    const { etcdPort, isSynchronous } = this.#options;
    const login = (username: string) => ({ username, password: PASSWORD });
    const rest = `127.0.0.1:${restPort}`;
    const listen = `127.0.0.1:${port}`;
    return {
      scope: this.#options.name,
      name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: {
          ...TIMES,
          maximum_lag_on_failover: 1_073_741_824,
          synchronous_mode: isSynchronous,
          synchronous_mode_strict: isSynchronous,
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              max_connections: 200,
              wal_log_hints: 'on',
              fsync: 'off',
              timezone: 'UTC',
              wal_keep_size: '1GB',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen,
        connect_address: listen,
        data_dir: dataDir,
        bin_dir: BIN_DIR,
        pgpass: `${dataDir}.pgpass`,
        basebackup: { checkpoint: 'fast' },
        parameters: { unix_socket_directories: this.#options.dir },
        pg_hba: ['host all all 127.0.0.0/8 md5', 'host replication all 127.0.0.0/8 md5', 'local all all trust'],
        authentication: { superuser: login('postgres'), replication: login('replicator') },
      },
      watchdog: { mode: 'off' },
    };
  }
}

/** @returns undefined for a member that does not answer */
async function ask({ restPort }: Pick<Member, 'restPort'>, path: string): Promise<number | undefined> {
  try {
    return (await fetch(`http://127.0.0.1:${restPort}/${path}`, { signal: AbortSignal.timeout(1_000) })).status;
  } catch {
    return undefined;
  }
}

interface State {
  isRunning: boolean;
  /** Servers that this one streams to. */
  followers: number;
}

async function readState({ restPort }: Member): Promise<State | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(1_000) });
    const { state, replication = [] } = (await response.json()) as { state: string; replication?: { state: string }[] };
    return {
      isRunning: state === 'running',
      followers: replication.filter((each) => each.state === 'streaming').length,
    };
  } catch {
    return undefined;
  }
}

function postmasterOf({ dataDir }: Member): number | undefined {
  const file = join(dataDir, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}
