import { randomBytes } from 'node:crypto';
import type { NetworkSettings } from '@ledgergraph/blocks/networks/network-settings';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { Contender } from './contender.ts';
import type { Stream } from './job.ts';

export type RecordingName = Parameters<typeof recordingDir>[0];

export interface RecordedNetwork {
  name: RecordingName;
  blocks: number;
  network: NetworkSettings;
  stream: Stream;
}

const CREDENTIALS = { user: 'bench', password: 'bench' };

/** The node runs in this process, the stream in one of its own. */
export async function startRecordedNetwork(
  name: RecordingName,
  cleanup: AsyncDisposableStack,
): Promise<RecordedNetwork> {
  const meta = readMeta(recordingDir(name));
  const node = await startRecordedNode({ recordingDir: recordingDir(name), ...CREDENTIALS, from: 'end' });
  cleanup.defer(() => node.stop());
  const network: NetworkSettings = {
    chainId: meta.chainId,
    name: meta.name,
    environment: meta.environment,
    isDefault: true,
    endpoints: [{ url: node.url, ...CREDENTIALS }],
  };
  const database = await createTestDatabase({ service: 'blocks' });
  await using follower = new Contender();
  await follower.prepare({ kind: 'follow', databaseUrl: database.url, network });
  await follower.run();
  await follower.close();

  const stream = await planStream(meta);
  const server = cleanup.use(new Contender('api'));
  await server.prepare({ kind: 'serve', databaseUrl: database.url, port: portOf(stream), secret: stream.secret });
  return { name, blocks: meta.tipHeight + 1, network, stream };
}

export async function planStream({ chainId, tipHeight }: Pick<Stream, 'chainId' | 'tipHeight'>): Promise<Stream> {
  return {
    url: `http://127.0.0.1:${await findFreePort()}`,
    secret: randomBytes(16).toString('hex'),
    chainId,
    tipHeight,
  };
}

export function portOf({ url }: Stream): number {
  return Number(new URL(url).port);
}
