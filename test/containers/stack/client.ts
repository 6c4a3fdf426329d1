import { SERVICES, type StackAddress, StackClient } from '@ledgergraph/test-kit/stack';
import { readInstallation } from './shared-installation.ts';

export function connect(gatewayUrl = readInstallation().gatewayUrl): StackClient {
  const { keys } = readInstallation();
  // Databases and the data folder are on other hosts.
  const nowhere = {
    dataDir: '',
    databaseUrls: Object.fromEntries(SERVICES.map((service) => [service, ''])) as StackAddress['databaseUrls'],
  };
  return new StackClient({ gatewayUrl, keys, ...nowhere });
}
