import { readdir, readFile, readlink } from 'node:fs/promises';

/** A row of the kernel's list of TCP sockets; addresses as `host:port` in hexadecimal digits. */
interface SocketRow {
  local: string;
  remote: string;
  isListening: boolean;
  /** 0: no process has it any more. */
  inode: string;
}

const LISTENING = '0A';

async function readRows(): Promise<SocketRow[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((row) => {
      const [, local = '', remote = '', state, , , , , , inode = '0'] = row.trim().split(/\s+/);
      return { local, remote, isListening: state === LISTENING, inode };
    });
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':').at(-1) ?? '', 16);
}

/** `127.0.0.66` as the kernel writes it: little-endian. */
function hexOf(host: string): string {
  const digits = host.split('.').map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase());
  return digits.reverse().join('');
}

/** Connections that the listeners on these ports still hold of peers at an address. */
export async function countHeld(ports: readonly number[], peerHost: string): Promise<number> {
  const peer = hexOf(peerHost);
  const rows = await readRows();
  return rows.filter(
    ({ local, remote, isListening, inode }) =>
      !isListening && inode !== '0' && ports.includes(portOf(local)) && remote.split(':')[0]?.endsWith(peer),
  ).length;
}

/** Ports on which a process listens. */
export async function listListening(pid: number): Promise<number[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const rows = await readRows();
  return rows.filter(({ isListening, inode }) => isListening && inodes.has(inode)).map(({ local }) => portOf(local));
}
