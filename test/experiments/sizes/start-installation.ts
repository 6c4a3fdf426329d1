import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningStack } from '@ledgergraph/local';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { CREDENTIALS, makeDataFolder, startStackOn } from '@ledgergraph/test-kit/stack';
import { stringify } from 'yaml';
import { Contender } from '../../bench/backfill/contender.ts';

export interface Installation {
  stack: RunningStack;
  /** From an empty installation until everything is indexed. */
  syncMs: number;
}

const CHAIN = { chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', name: 'VRSCTEST' };

export async function startInstallation(
  { blocks, seed }: { blocks: number; seed: number },
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<Installation> {
  const dataDir = await makeDataFolder(true);
  const port = await findFreePort();
  progress(`generating ${blocks} blocks`);
  const node = cleanup.use(new Contender('node'));
  const file = join(dataDir, 'chain');
  await node.prepare({ kind: 'node', chain: { ...CHAIN, ...CREDENTIALS, seed, blocks, file, port } });
  process.env.EXPERIMENT_NODE_USER = CREDENTIALS.user;
  process.env.EXPERIMENT_NODE_PASSWORD = CREDENTIALS.password;
  const endpoint = {
    url: `http://127.0.0.1:${port}`,
    userEnv: 'EXPERIMENT_NODE_USER',
    passwordEnv: 'EXPERIMENT_NODE_PASSWORD',
  };
  const networksFile = join(dataDir, 'networks.yaml');
  const network = { ...CHAIN, environment: 'TESTNET', default: true, endpoints: [endpoint] };
  await writeFile(networksFile, stringify({ networks: [network] }));
  progress('indexing them');
  const startedAt = performance.now();
  const stack = await startStackOn(networksFile, { isDurable: true });
  cleanup.defer(() => stack.stop());
  return { stack, syncMs: performance.now() - startedAt };
}
