import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connect } from './databases.ts';
import type { Moment } from './hold-block.ts';
import { type Piece, pieceFile, type TablePieces } from './manifest.ts';
import { type Job, runJobs } from './run-jobs.ts';
import type { SelectedTable } from './selection.ts';

/** Pages have 8 KiB: 64 MiB on disk, some 20 MB in the file. */
export const PIECE_PAGES = 8_192;
/** As fast as the copy itself; higher levels save little on hashes and signatures. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

interface Range {
  table: SelectedTable;
  from: number;
  to: number | null;
}

/** Over several connections. @returns the tables in the given order, with their pieces in the order of rows on disk */
export async function writePieces(
  moment: Moment,
  tables: readonly SelectedTable[],
  { folder, workers, piecePages }: { folder: string; workers: number; piecePages: number },
): Promise<TablePieces[]> {
  const { service } = moment.database;
  const clients: pg.Client[] = [];
  const written = new Map(tables.map((table) => [table.name, new Map<number, Piece>()]));
  try {
    for (let n = 0; n < workers; n += 1) clients.push(await openReader(moment));
    const jobs = (await listRanges(moment.client, tables, piecePages)).map(
      (range): Job =>
        async () => {
          const client = clients.pop() as pg.Client;
          try {
            const path = join(folder, pieceFile(service, range.table.name, range.from / piecePages));
            written.get(range.table.name)?.set(range.from, await writePiece(client, range, path));
          } finally {
            clients.push(client);
          }
          return undefined;
        },
    );
    await runJobs(jobs, workers);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
  return tables.map(({ name, columns }) => {
    const byStart = [...(written.get(name) ?? [])].sort(([a], [b]) => a - b);
    const pieces = byStart.map(([, piece]) => piece);
    return { name, columns, rows: pieces.reduce((sum, { rows }) => sum + rows, 0), pieces };
  });
}

async function openReader({ database, snapshot }: Moment): Promise<pg.Client> {
  const client = await connect(database);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(snapshot)}`);
  return client;
}

/** A range of pages needs no index and no sort, and its rows stay in their order. */
async function listRanges(client: pg.Client, tables: readonly SelectedTable[], step: number): Promise<Range[]> {
  const ranges: Range[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ pages: number }>(
      `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::bigint)::integer AS pages`,
      [client.escapeIdentifier(table.name)],
    );
    const pages = rows[0]?.pages ?? 0;
    for (let from = 0; from < pages; from += step) {
      ranges.push({ table, from, to: from + step < pages ? from + step : null });
    }
  }
  return ranges.sort((a, b) => (b.to ?? b.from) - (a.to ?? a.from) || a.from - b.from);
}

async function writePiece(client: pg.Client, { table, from, to }: Range, path: string): Promise<Piece> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const end = to === null ? '' : ` AND ctid < '(${to},0)'`;
  const rows = client.query(
    copyTo(
      `COPY (SELECT ${columns} FROM ${client.escapeIdentifier(table.name)}
              WHERE ctid >= '(${from},0)'${end} AND ${table.condition}) TO STDOUT (FORMAT binary)`,
    ),
  );
  // See loadPiece.
  rows.on('error', () => undefined);
  const hash = createHash('sha256');
  let rawBytes = 0;
  let bytes = 0;
  const measureRaw = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rawBytes += chunk.length;
      done(null, chunk);
    },
  });
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(rows, measureRaw, createZstdCompress(ZSTD), measure, createWriteStream(path, { flags: 'wx' }));
  return { rows: rows.rowCount, bytes, rawBytes, sha256: hash.digest('hex') };
}
