import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readMeta } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { syncToTip } from '@ledgergraph/test-kit/roles/consumers';
import { followNode, openLocalStream } from '@ledgergraph/test-kit/roles/follow-node';
import { SUBGRAPHS, type SubgraphName } from '../stage/programs.ts';

const CREDENTIALS = { user: 'clean', password: 'clean' };

/** One healthy node and no reorganisation: the rows after all faults have to equal these. */
export async function syncClean(recordingDir: string, databaseUrl: (service: SubgraphName) => string): Promise<void> {
  const blocks = openWriter(databaseUrl('blocks'));
  const node = await startRecordedNode({ recordingDir, ...CREDENTIALS, from: 'end' });
  try {
    const { chainId, name, environment } = readMeta(recordingDir);
    const endpoints = [{ url: node.url, ...CREDENTIALS }];
    await followNode({ chainId, name, environment, isDefault: true, endpoints }, blocks);
    const consumers = SUBGRAPHS.filter((service) => service !== 'blocks');
    const stream = openLocalStream(blocks, consumers);
    for (const service of consumers) {
      const db = openWriter(databaseUrl(service));
      try {
        await syncToTip({ service, db, stream });
      } finally {
        await db.$disconnect();
      }
    }
  } finally {
    await node.stop();
    await blocks.$disconnect();
  }
}
