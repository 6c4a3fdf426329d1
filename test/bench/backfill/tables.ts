import { join } from 'node:path';
import pg from 'pg';

/** Without the migrations' own table. */
export interface Table {
  name: string;
  file: string;
}

export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

export async function listTables(client: pg.Client, folder: string): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
  );
  return rows.map(({ name }) => ({ name, file: join(folder, `${name}.copy`) }));
}
