import { waitFor } from '@ledgergraph/test-kit/wait-for';
import pg from 'pg';

export async function waitForServer(url: string, what: string): Promise<void> {
  await waitFor(() => isAnswering(url), { what: `${what} to answer` });
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
