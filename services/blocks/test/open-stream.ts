import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '@connectrpc/connect';
import { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { announceVrsctest } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi, SECRET } from './query-api.ts';

export interface StreamStand {
  database: TestDatabase;
  api: Awaited<ReturnType<typeof openApi>>;
  stream: Client<typeof BlockStreamService>;
  close(): Promise<void>;
}

export async function openStream(subgraphs: string[]): Promise<StreamStand> {
  const database = await openDatabase();
  await announceVrsctest(database.db);
  const api = await openApi(database.db, subgraphs);
  await api.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.server.server.address() as AddressInfo;
  const stream = createClient(BlockStreamService, createInternalTransport(`http://127.0.0.1:${port}`, SECRET));
  const close = async (): Promise<void> => {
    await api.close();
    await database.close();
  };
  return { database, api, stream, close };
}
