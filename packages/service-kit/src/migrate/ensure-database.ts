import pg from 'pg';
import { databaseName, withDatabase } from '#/database-url.ts';
import { connectClient } from '#/db/connect-client.ts';

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const name = databaseName(databaseUrl);
  const client = await connectClient(withDatabase(databaseUrl, 'postgres'));
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // The loser of two processes at the same moment finds the database that it wanted.
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error;
  } finally {
    await client.end();
  }
}
