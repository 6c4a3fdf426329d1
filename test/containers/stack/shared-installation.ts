import { type Installation, type InstallationAddress, startInstallation } from './start-installation.ts';

const VARIABLE = 'TEST_INSTALLATION';

let installation: Installation | undefined;

/** Jest's globalSetup: one installation for all scenarios, since each leaves it as it found it. */
export async function offerInstallation(): Promise<void> {
  installation = await startInstallation();
  process.env[VARIABLE] = JSON.stringify(installation.address);
}

/** Jest's globalTeardown. */
export async function stopInstallation(): Promise<void> {
  await installation?.stop();
}

/** The installation of this run. */
export function readInstallation(): InstallationAddress {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('No installation in this run: it belongs to Jest project "containers"');
  return JSON.parse(text) as InstallationAddress;
}
