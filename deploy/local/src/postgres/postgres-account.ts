import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface PostgresAccount {
  uid: number | undefined;
  gid: number | undefined;
  /** A command that takes over the account and runs its arguments; empty where uid and gid suffice. */
  prefix: string[];
}

const OTHERS_MAY_ENTER = 0o001;
const SETPRIV_PATHS = ['/usr/bin/setpriv', '/bin/setpriv'];

/** Postgres refuses to run as root. If the chosen account cannot reach the paths, `setpriv` keeps root's right to pass folders. */
export async function choosePostgresAccount(dataDir: string, paths: string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined, prefix: [] };
  const { uid, gid } = ownerOf(dataDir) ?? (await findAccount('postgres')) ?? (await findAccount('nobody')) ?? {};
  if (uid === undefined || gid === undefined) {
    throw new Error("Postgres does not run as root, and this machine has neither account: 'postgres', 'nobody'");
  }
  const setpriv = SETPRIV_PATHS.find((path) => existsSync(path));
  if ([dataDir, ...paths].every(isOpenToOthers)) return { uid, gid, prefix: [] };
  if (setpriv === undefined) {
    throw new Error(
      'Postgres does not run as root, and no other account may enter this folder. ' +
        'Put the project where others may read it (such as /opt), or install setpriv (util-linux).',
    );
  }
  return { uid, gid, prefix: [setpriv, ...keepFileAccess(uid, gid)] };
}

// no_setuid_fixup: without it access(2), which initdb calls, ignores the capabilities of an account other than root.
function keepFileAccess(uid: number, gid: number): string[] {
  const capabilities = '+dac_override,+dac_read_search';
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
  ];
}

function ownerOf(dataDir: string): { uid: number; gid: number } | undefined {
  if (!existsSync(dataDir)) return undefined;
  const { uid, gid } = statSync(dataDir);
  return uid === 0 ? undefined : { uid, gid };
}

async function findAccount(name: string): Promise<{ uid: number; gid: number } | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = lines.find((fields) => fields[0] === name);
  return found === undefined ? undefined : { uid: Number(found[2]), gid: Number(found[3]) };
}

function isOpenToOthers(path: string): boolean {
  const parent = dirname(path);
  if (parent === path) return true;
  const isOpen = !existsSync(parent) || (statSync(parent).mode & OTHERS_MAY_ENTER) !== 0;
  return isOpen && isOpenToOthers(parent);
}
