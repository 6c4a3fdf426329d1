import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { execa } from 'execa';
import { inRepository } from '#/repository.ts';
import { findNatsServer } from '#/stack/steps/find-nats-server.ts';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const APT_TIMEOUT_MS = 600_000;

/**
 * Programs that tests need beside npm packages: a nats-server, and a browser.
 * @returns environment that tells the tests where they are
 * @throws StackError that says how to install nats-server where it cannot be fetched
 */
export async function prepareTestPrograms(say: (text: string) => void): Promise<Record<string, string>> {
  const environment = await prepareNatsServer(say);
  await installBrowser(say);
  return environment;
}

/**
 * The nats-server of tests and benchmarks; one that was fetched serves every stack they start.
 * @returns environment that tells where it is
 * @throws StackError that says how to install it where it cannot be fetched
 */
export async function prepareNatsServer(say: (text: string) => void): Promise<Record<string, string>> {
  const programs = inRepository('node_modules', '.cache', 'ledgergraph');
  await mkdir(programs, { recursive: true });
  return { TEST_NATS_SERVER: await findNatsServer(programs, say) };
}

async function installBrowser(say: (text: string) => void): Promise<void> {
  if (BROWSERS.some((path) => existsSync(path))) return;
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(
      'no Chromium here, and no right to install it: the tests of the GraphiQL page need it (apt-get install chromium)',
    );
    return;
  }
  say('installing chromium with apt-get, for the tests of the GraphiQL page');
  const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
  let result = await aptGet(install);
  if (result.failed) {
    // A fresh container has no package lists yet.
    await aptGet(['update']);
    result = await aptGet(install);
  }
  if (result.failed) say(`chromium could not be installed: ${result.all.trimEnd().split('\n').at(-1) ?? ''}`);
}

function aptGet(args: string[]) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return execa('apt-get', args, { env, reject: false, all: true, stdin: 'ignore', timeout: APT_TIMEOUT_MS });
}
