import pg from 'pg';
import { ServerFinder } from './find-server.ts';
import { KEEP_ALIVE } from './open-pool.ts';

/** Connects to the server that a connection string's `target_session_attrs` means. The caller ends the connection. @throws NoServer */
export async function connectClient(databaseUrl: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const finder = new ServerFinder(databaseUrl);
  const connectionString = await finder.find();
  const { connectTimeoutMs: connectionTimeoutMillis } = finder;
  const client = new pg.Client({ connectionTimeoutMillis, ...KEEP_ALIVE, ...settings, connectionString });
  // A broken connection fails the statement, or breaks after it. Without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
