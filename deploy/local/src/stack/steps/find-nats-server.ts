import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { StackError } from '#/stack/stack-error.ts';

const PROGRAM = 'nats-server';

const NO_SERVER = `No nats-server on this machine, and none could be fetched. Install it, so that \`nats-server\` is on the PATH, and start again:
  Debian, Ubuntu   apt-get install nats-server
  macOS            brew install nats-server
  others           the program for your system from https://github.com/nats-io/nats-server/releases`;

/**
 * The path of a nats-server: one on the PATH, one fetched before, or one fetched now with the means of the system.
 * Debian's package is only unpacked into `binDir`, not installed: no root needed, and the machine stays as it was.
 *
 * @param say hears what takes a while
 * @throws StackError that says what to install where nothing works
 */
export async function findNatsServer(binDir: string, say: (text: string) => void): Promise<string> {
  const kept = join(binDir, PROGRAM);
  const found = findOnPath(PROGRAM) ?? (existsSync(kept) ? kept : undefined);
  if (found !== undefined) return found;
  const causes: string[] = [];
  if (findOnPath('apt-get') !== undefined && findOnPath('dpkg') !== undefined) {
    say('fetching nats-server with apt-get');
    const cause = await fetchWithApt(binDir);
    if (cause === undefined) return kept;
    causes.push(cause);
  }
  if (findOnPath('brew') !== undefined) {
    say('installing nats-server with brew');
    const result = await execa('brew', ['install', PROGRAM], { reject: false, all: true });
    const installed = findOnPath(PROGRAM);
    if (installed !== undefined) return installed;
    causes.push(lastLine(result.all));
  }
  throw new StackError([NO_SERVER, ...causes].join('\n'));
}

async function fetchWithApt(binDir: string): Promise<string | undefined> {
  await mkdir(binDir, { recursive: true });
  const work = await mkdtemp(join(binDir, 'fetch-'));
  try {
    let download = await aptGet(work, ['download', PROGRAM]);
    if (download.failed) {
      // No package lists yet, as in a fresh container. They are read into a folder of our own, which needs no root.
      const own = await ownAptFolders(work);
      await aptGet(work, [...own, 'update']);
      download = await aptGet(work, [...own, 'download', PROGRAM]);
    }
    const archive = (await readdir(work)).find((name) => name.endsWith('.deb'));
    if (archive === undefined) return `apt-get said: ${lastLine(download.all)}`;
    await execa('dpkg', ['-x', join(work, archive), join(work, 'unpacked')]);
    const program = ['usr/sbin', 'usr/bin']
      .map((dir) => join(work, 'unpacked', dir, PROGRAM))
      .find((path) => existsSync(path));
    if (program === undefined) return `${archive} holds no ${PROGRAM}`;
    await chmod(program, 0o755);
    await rename(program, join(binDir, PROGRAM));
    return undefined;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function ownAptFolders(work: string): Promise<string[]> {
  await mkdir(join(work, 'state', 'lists', 'partial'), { recursive: true });
  await mkdir(join(work, 'cache', 'archives', 'partial'), { recursive: true });
  const settings = {
    'Dir::State': join(work, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(work, 'cache'),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

async function aptGet(cwd: string, args: string[]) {
  return execa('apt-get', args, { cwd, reject: false, all: true, stdin: 'ignore', timeout: 180_000 });
}

function findOnPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

function lastLine(text: string | undefined): string {
  return text?.trimEnd().split('\n').at(-1) ?? '';
}
