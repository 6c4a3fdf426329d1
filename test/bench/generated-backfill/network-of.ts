import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import type { GeneratedChain } from '../backfill/job.ts';

export function networkOf({ chainId, name, port, user, password }: GeneratedChain): NetworkSettings {
  const endpoints = [{ url: `http://127.0.0.1:${port}`, user, password }];
  return { chainId, name, environment: 'TESTNET', isDefault: true, endpoints };
}
