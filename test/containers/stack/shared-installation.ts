import { type Installation, type InstallationAddress, startInstallation } from './start-installation.ts';

const VARIABLE = 'TEST_INSTALLATION';

let installation: Installation | undefined;

/** One installation for all scenarios, since each leaves it as it found it. */
export async function offerInstallation(): Promise<void> {
  installation = await startInstallation();
  process.env[VARIABLE] = JSON.stringify(installation.address);
}

export async function stopInstallation(): Promise<void> {
  await installation?.stop();
}

export function readInstallation(): InstallationAddress {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('No installation in this run: it belongs to Jest project "containers"');
  return JSON.parse(text) as InstallationAddress;
}
