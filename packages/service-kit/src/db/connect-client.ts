import pg from 'pg';
import { ServerFinder } from './find-server.ts';
import { KEEP_ALIVE } from './open-pool.ts';

/** The caller ends the connection. @throws NoServer */
export async function connectClient(databaseUrl: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const finder = new ServerFinder(databaseUrl);
  const connectionString = await finder.find();
  const { connectTimeoutMs: connectionTimeoutMillis } = finder;
  const client = new pg.Client({ connectionTimeoutMillis, ...KEEP_ALIVE, ...settings, connectionString });
  // A broken connection fails its statement; without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
