import { readMeta } from '@ledgergraph/recorded-node/recording';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { compareRows, readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import { cleanDatabase } from '../stage/create-databases.ts';
import type { Databases } from '../stage/database-server.ts';
import { SUBGRAPHS } from '../stage/programs.ts';
import { syncClean } from './clean-sync.ts';

export async function compareWithCleanSync(databases: Databases, recordingDir: string): Promise<string[]> {
  await syncClean(recordingDir, (service) => databases.url(cleanDatabase(service)));
  const { chainId } = readMeta(recordingDir);
  const tipOf = async (database: string): Promise<string | undefined> => {
    const [row] = await databases.query<{ hash: string }>(
      database,
      'SELECT hash FROM sync_cursor WHERE chain_id = $1',
      [chainId],
    );
    return row?.hash;
  };
  // Databases were emptied under running indexers, which save the networks again every five seconds.
  for (const service of SUBGRAPHS) {
    await waitFor(async () => (await databases.query(service, 'SELECT 1 FROM network')).length > 0, {
      what: `${service} to note its network`,
    });
  }
  const differences: string[] = [];
  for (const service of SUBGRAPHS) {
    // A rewound database is pulled for within five seconds. If it never comes to the tip, its rows differ.
    await waitFor(async () => (await tipOf(service)) === (await tipOf(cleanDatabase(service))), {
      what: `${service} to be at the tip`,
    }).catch(() => undefined);
    const ours = await readMainChainRows(databases.url(service), chainId);
    const clean = await readMainChainRows(databases.url(cleanDatabase(service)), chainId);
    differences.push(...compareRows(ours, clean).map((text) => `${service}: ${text}`));
  }
  return differences;
}
