import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { inRepository } from '@ledgergraph/local/repository';
import { findNatsServer } from '@ledgergraph/local/stack/steps/find-nats-server';
import { findBrowser } from '@ledgergraph/test-kit/browser';
import { installPackages } from '#/apt.ts';
import { findPrometheus } from './find-prometheus.ts';

/**
 * A nats-server, a Prometheus, and a browser.
 * @returns environment with their places
 * @throws StackError that describes how to install nats-server
 */
export async function prepareTestPrograms(report: (text: string) => void): Promise<Record<string, string>> {
  const environment = await prepareNatsServer(report);
  const prometheus = await findPrometheus(programsDir(), report);
  await installBrowser(report);
  return { ...environment, ...(prometheus !== undefined && { TEST_PROMETHEUS: prometheus }) };
}

/** One that was fetched serves every stack. @returns environment with its place @throws StackError that describes how to install it */
export async function prepareNatsServer(report: (text: string) => void): Promise<Record<string, string>> {
  await mkdir(programsDir(), { recursive: true });
  return { TEST_NATS_SERVER: await findNatsServer(programsDir(), report) };
}

function programsDir(): string {
  return inRepository('node_modules', '.cache', 'ledgergraph');
}

async function installBrowser(report: (text: string) => void): Promise<void> {
  if (findBrowser() !== undefined) return;
  if (userInfo().uid !== 0 || !existsSync('/usr/bin/apt-get')) {
    report(
      'no Chromium here, and no right to install it: the tests of the GraphiQL page need it (apt-get install chromium)',
    );
    return;
  }
  report('installing chromium with apt-get, for the tests of the GraphiQL page');
  await installPackages(['chromium']).catch((error: Error) =>
    report(`chromium could not be installed: ${error.message}`),
  );
}
