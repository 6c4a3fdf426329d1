import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readMeta } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { followNode, openLocalStream } from '../../in-process/follow-node.ts';
import { INDEXERS, syncToTip } from '../../in-process/indexers.ts';
import type { SubgraphName } from '../stage/programs.ts';

const CREDENTIALS = { user: 'clean', password: 'clean' };

/**
 * Syncs the chain that a recording ends with straight into empty databases: one healthy node, no reorganisation, no process
 * but this one. What the services hold after all faults has to equal this.
 */
export async function syncClean(recordingDir: string, databaseUrl: (service: SubgraphName) => string): Promise<void> {
  const blocks = openWriter(databaseUrl('blocks'));
  const node = await startRecordedNode({ recordingDir, ...CREDENTIALS, from: 'end' });
  try {
    const { chainId, name, environment } = readMeta(recordingDir);
    const endpoints = [{ url: node.url, ...CREDENTIALS }];
    await followNode({ chainId, name, environment, isDefault: true, endpoints }, blocks);
    const stream = openLocalStream(blocks, INDEXERS);
    for (const consumer of INDEXERS) {
      const db = openWriter(databaseUrl(consumer));
      try {
        await syncToTip({ consumer, db, stream });
      } finally {
        await db.$disconnect();
      }
    }
  } finally {
    await node.stop();
    await blocks.$disconnect();
  }
}
