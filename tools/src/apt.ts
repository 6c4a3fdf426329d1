import { execa } from 'execa';

const TIMEOUT_MS = 600_000;

/** The caller is root. @throws Error with the last line of apt-get */
export async function installPackages(names: string[]): Promise<void> {
  const install = ['install', '--yes', '--no-install-recommends', ...names];
  let result = await aptGet(install);
  if (result.failed) {
    // A fresh container has no package lists yet.
    await aptGet(['update']);
    result = await aptGet(install);
  }
  if (result.failed) throw new Error(`apt-get install ${names.join(' ')}: ${lastLine(result.all)}`);
}

function aptGet(args: string[]) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return execa('apt-get', args, { env, reject: false, all: true, stdin: 'ignore', timeout: TIMEOUT_MS });
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
