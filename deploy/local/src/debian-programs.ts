import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';

export function hasApt(): boolean {
  return findOnPath('apt-get') !== undefined && findOnPath('dpkg') !== undefined;
}

export function findOnPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Only unpacks the package: no root needed, and the machine stays as it was. @returns undefined: success; else the reason */
export async function fetchDebianPrograms(
  name: string,
  programs: readonly string[],
  binDir: string,
): Promise<string | undefined> {
  await mkdir(binDir, { recursive: true });
  const work = await mkdtemp(join(binDir, 'fetch-'));
  try {
    let download = await aptGet(work, ['download', name]);
    if (download.failed) {
      // A fresh container has no package lists. A folder of our own for them needs no root.
      const own = await ownAptFolders(work);
      await aptGet(work, [...own, 'update']);
      download = await aptGet(work, [...own, 'download', name]);
    }
    const archive = (await readdir(work)).find((file) => file.endsWith('.deb'));
    if (archive === undefined) return `apt-get reported: ${download.all.trimEnd().split('\n').at(-1) ?? ''}`;
    await execa('dpkg', ['-x', join(work, archive), join(work, 'unpacked')]);
    for (const program of programs) {
      const path = ['usr/sbin', 'usr/bin']
        .map((dir) => join(work, 'unpacked', dir, program))
        .find((candidate) => existsSync(candidate));
      if (path === undefined) return `${archive} holds no ${program}`;
      await chmod(path, 0o755);
      await rename(path, join(binDir, program));
    }
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
