import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { fetchDebianPrograms, findOnPath, hasApt } from '#/debian-programs.ts';
import { StackError } from '#/stack/stack-error.ts';

const PROGRAM = 'nats-server';

const NO_SERVER = `No nats-server on this machine, and none could be fetched. Install it, so that \`nats-server\` is on the PATH, and start again:
  Debian, Ubuntu   apt-get install nats-server
  macOS            brew install nats-server
  others           the program for your system from https://github.com/nats-io/nats-server/releases`;

/** Debian's package is only unpacked, which needs no root. @throws StackError that names what to install */
export async function findNatsServer(binDir: string, report: (text: string) => void): Promise<string> {
  const kept = join(binDir, PROGRAM);
  const found = findOnPath(PROGRAM) ?? (existsSync(kept) ? kept : undefined);
  if (found !== undefined) return found;
  const causes: string[] = [];
  if (hasApt()) {
    report('fetching nats-server with apt-get: it is unpacked here, not installed');
    const cause = await fetchDebianPrograms(PROGRAM, [PROGRAM], binDir);
    if (cause === undefined) return kept;
    causes.push(cause);
  }
  if (findOnPath('brew') !== undefined) {
    report('installing nats-server with brew');
    const result = await execa('brew', ['install', PROGRAM], { reject: false, all: true });
    const installed = findOnPath(PROGRAM);
    if (installed !== undefined) return installed;
    causes.push(lastLine(result.all));
  }
  throw new StackError([NO_SERVER, ...causes].join('\n'));
}

function lastLine(text: string | undefined): string {
  return text?.trimEnd().split('\n').at(-1) ?? '';
}
