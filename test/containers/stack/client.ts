import { SERVICES, type StackAddress, StackClient } from '@ledgergraph/test-kit/stack';
import { readInstallation } from './shared-installation.ts';

/** Asks the installation of this run through its gateway, or through another one of it. */
export function connect(gatewayUrl = readInstallation().gatewayUrl): StackClient {
  const { keys } = readInstallation();
  // Tests here do not read the databases or the data folder: they are on other hosts.
  const nowhere = {
    dataDir: '',
    databaseUrls: Object.fromEntries(SERVICES.map((service) => [service, ''])) as StackAddress['databaseUrls'],
  };
  return new StackClient({ gatewayUrl, keys, ...nowhere });
}
