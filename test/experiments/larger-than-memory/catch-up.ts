import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { SERVICES } from '../../bench/generated-backfill/stand.ts';
import type { Urls } from './installation.ts';

interface Part {
  table: string;
  where: string;
  file: string;
}

// The first one that a table has dates its row.
const HEIGHT_COLUMNS = ['spent_height', 'from_height', 'height'];
const READ_BYTES = 1024 * 1024;

/**
 * Takes the rows above a height out, and writes them again by plain COPY, one table after the other, the services at once.
 * @returns rows, and the milliseconds of COPY
 */
export async function copyAgain(urls: Urls, height: number, folder: string): Promise<{ rows: number; ms: number }> {
  const dump = join(folder, 'catch-up');
  await mkdir(dump, { recursive: true });
  const clients: pg.Client[] = [];
  try {
    const parts: Part[][] = [];
    let rows = 0;
    for (const service of SERVICES) {
      const client = new pg.Client({ connectionString: urls[service] });
      await client.connect();
      clients.push(client);
      const found = await listParts(client, height, join(dump, service));
      rows += await takeOut(client, found);
      parts.push(found);
    }
    const startedAt = performance.now();
    await Promise.all(clients.map((client, index) => copyIn(client, parts[index] ?? [])));
    return { rows, ms: performance.now() - startedAt };
  } finally {
    for (const client of clients) await client.end();
    await rm(dump, { recursive: true, force: true });
  }
}

export async function checkpoint(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

async function listParts(client: pg.Client, height: number, beginning: string): Promise<Part[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name IN (SELECT tablename FROM pg_tables) AND table_name <> 'sync_cursor'
      GROUP BY 1 ORDER BY 1`,
  );
  return rows.flatMap(({ table, columns }) => {
    const column = HEIGHT_COLUMNS.find((name) => columns.includes(name));
    const file = `${beginning}-${table}`;
    return column === undefined ? [] : [{ table, where: `${column} > ${height}`, file }];
  });
}

async function takeOut(client: pg.Client, parts: readonly Part[]): Promise<number> {
  let rows = 0;
  for (const { table, where, file } of parts) {
    await pipeline(
      client.query(copyTo(`COPY (SELECT * FROM "${table}" WHERE ${where}) TO STDOUT`)),
      createWriteStream(file),
    );
  }
  for (const { table, where } of parts) {
    rows += (await client.query(`DELETE FROM "${table}" WHERE ${where}`)).rowCount ?? 0;
  }
  await client.query('VACUUM');
  await client.query('CHECKPOINT');
  return rows;
}

async function copyIn(client: pg.Client, parts: readonly Part[]): Promise<void> {
  for (const { table, file } of parts) {
    const rows = createReadStream(file, { highWaterMark: READ_BYTES });
    await pipeline(rows, client.query(copyFrom(`COPY "${table}" FROM STDIN`)));
  }
}
