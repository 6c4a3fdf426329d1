import pRetry from 'p-retry';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connections } from './connections.ts';
import type { ServiceDatabase } from './databases.ts';
import { type Part, pieceFile, type TablePieces } from './manifest.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import { readPiece } from './read-piece.ts';
import type { Job } from './run-jobs.ts';
import { SnapshotFault, SourceAway } from './snapshot-fault.ts';
import { type KeptIndex, listMissingIndexes, STAGING, staged } from './staged-tables.ts';

/** Pauses grow up to half a minute. */
const RETRIES = { retries: 8, minTimeout: 500, maxTimeout: 30_000 };

/** Tables are filled in the order of their rows before their indexes are built. Large tables come first. */
export interface Loading {
  snapshot: OpenSnapshot;
  connections: Connections;
  database: ServiceDatabase;
  part: Part;
}

export function listTableJobs(loading: Loading, onPiece: (bytes: number) => void): { bytes: number; job: Job }[] {
  return loading.part.tables.map((table) => {
    const bytes = table.pieces.reduce((sum, piece) => sum + piece.rawBytes, 0);
    return { bytes, job: () => fillTable(loading, table, onPiece) };
  });
}

async function fillTable(loading: Loading, table: TablePieces, onPiece: (bytes: number) => void): Promise<Job[]> {
  const { done, indexes } = await loading.connections.use(loading.database, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `SELECT number FROM ${STAGING}.load_piece WHERE "table" = $1`,
      [table.name],
    );
    const missing = (await listMissingIndexes(client)).filter((index) => index.table === table.name);
    return { done: new Set(rows.map(({ number }) => number)), indexes: missing };
  });
  for (const [number, piece] of table.pieces.entries()) {
    if (!done.has(number)) {
      const load = (): Promise<void> => loadPiece(loading, table, number);
      await pRetry(load, { ...RETRIES, shouldRetry: ({ error }) => error instanceof SourceAway });
    }
    onPiece(piece.bytes);
  }
  const [first, ...others] = indexes;
  if (first !== undefined) await buildIndex(loading, first);
  return others.map(
    (index): Job =>
      async () => {
        await buildIndex(loading, index);
        return undefined;
      },
  );
}

/** One transaction with the note that the piece is there. */
async function loadPiece(
  { snapshot, connections, database }: Loading,
  { name, columns, pieces }: TablePieces,
  number: number,
): Promise<void> {
  const piece = pieces[number];
  if (piece === undefined) throw new Error('no such piece');
  const file = pieceFile(database.service, name, number);
  const load = async (client: pg.Client): Promise<void> => {
    await client.query('BEGIN');
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const rows = client.query(copyFrom(`COPY ${staged(client, name)} (${list}) FROM STDIN (FORMAT binary)`));
    // The pipeline reports an error; a later one, at the end of the connection, would end the process.
    rows.on('error', () => undefined);
    await readPiece(snapshot.source, file, piece, rows);
    if (rows.rowCount !== piece.rows) {
      throw new SnapshotFault(`${file} holds ${rows.rowCount} rows, and the manifest declares ${piece.rows}`);
    }
    await client.query(`INSERT INTO ${STAGING}.load_piece VALUES ($1, $2)`, [name, number]);
    await client.query('COMMIT');
  };
  await connections.use(database, load).catch((error: unknown) => {
    throw asFault(error, `${file} does not hold rows of ${name}`);
  });
}

async function buildIndex({ connections, database }: Loading, { name, definition }: KeptIndex): Promise<void> {
  await connections
    .use(database, (client) => client.query(definition))
    .catch((error: unknown) => {
      throw asFault(error, `the rows of ${database.service} contradict its index ${name}`);
    });
}

/** Data that Postgres refuses is the snapshot's fault; a server that is away or full is not. */
function asFault(error: unknown, text: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const isData = /^(22|23|42|08P)/.test(error.code ?? '');
  return isData ? new SnapshotFault(`${text} (${error.code})`, { cause: error }) : error;
}
