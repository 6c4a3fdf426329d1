import { readdir, readFile, readlink } from 'node:fs/promises';

/** State of a socket that listens, in /proc/net/tcp. */
const LISTENING = '0A';

/** @returns undefined on a system other than Linux, which does not report it */
export async function listListening(pid: number): Promise<number[] | undefined> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => undefined);
  if (names === undefined) return undefined;
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === LISTENING && inodes.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}
