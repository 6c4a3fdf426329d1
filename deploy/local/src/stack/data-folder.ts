import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface DataFolder {
  dir: string;
  postgres: string;
  bin: string;
  logs: string;
  lock: string;
  secrets: string;
  ports: string;
  natsConfig: string;
  keys: string;
  networks: string;
  /** For the accounts service's commands, such as `npx ledgergraph-admin keys`. */
  accountsEnv: string;
  nodeState(name: string): string;
  log(process: string): string;
}

/** Others may pass through it (Postgres runs under another account) but not list it. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const dir = resolve(path);
  const inside = (...parts: string[]): string => join(dir, ...parts);
  await mkdir(inside('logs'), { recursive: true, mode: 0o711 });
  return {
    dir,
    postgres: inside('postgres'),
    bin: inside('bin'),
    logs: inside('logs'),
    lock: inside('lock.json'),
    secrets: inside('secrets.json'),
    ports: inside('ports.json'),
    natsConfig: inside('nats.conf'),
    keys: inside('keys.json'),
    networks: inside('networks.yaml'),
    accountsEnv: inside('accounts.env'),
    nodeState: (name) => inside(`node-${name}.json`),
    log: (process) => inside('logs', `${process}.log`),
  };
}
