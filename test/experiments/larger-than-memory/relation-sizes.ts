import pg from 'pg';

interface Relation {
  kind: 'r' | 'i';
  name: string;
  bytes: string;
  rows: string;
  scans: string | null;
  dead: string | null;
}

/** Smaller ones measure pages rather than rows. */
const BYTES_MIN = 500_000;

// With what it keeps outside of its rows; scans are since the database was made.
const RELATIONS = `
  SELECT class.relkind AS kind, class.relname AS name,
         pg_relation_size(class.oid) + coalesce(pg_total_relation_size(nullif(class.reltoastrelid, 0)), 0) AS bytes,
         class.reltuples::bigint AS rows, coalesce(by_index.idx_scan, by_table.seq_scan) AS scans, by_table.n_dead_tup AS dead
    FROM pg_class class
    LEFT JOIN pg_stat_user_indexes by_index ON by_index.indexrelid = class.oid
    LEFT JOIN pg_stat_user_tables by_table ON by_table.relid = class.oid
   WHERE class.relkind IN ('r', 'i') AND class.relnamespace = 'public'::regnamespace
   ORDER BY bytes DESC`;

/** Largest first, with scans, so that an unused index is seen. @param rawBytes of the chain, as nodes send it */
export async function describeRelations(service: string, url: string, rawBytes: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ANALYZE');
    const { rows: relations } = await client.query<Relation>(RELATIONS);
    const total = relations.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    return [
      `bytes on disk of ${service}: ${total}, ${(total / rawBytes).toFixed(3)} for each byte of the chain`,
      ...relations.filter(({ bytes }) => Number(bytes) >= BYTES_MIN).map((one) => describe(service, one, rawBytes)),
      ...unused(service, relations),
    ];
  } finally {
    await client.end();
  }
}

function describe(service: string, { kind, name, bytes, rows, scans, dead }: Relation, rawBytes: number): string {
  const parts = [
    `${(Number(bytes) / rawBytes).toFixed(4)} for each byte`,
    `${Math.round(Number(bytes) / Math.max(1, Number(rows)))} B a row of ${rows}`,
    kind === 'i' ? `${scans} scans` : `${scans} reads from end to end, ${dead} dead rows`,
  ];
  return `${service}, ${kind === 'i' ? 'index' : 'table'} ${name}: ${parts.join('; ')}`;
}

function unused(service: string, relations: readonly Relation[]): string[] {
  const names = relations.filter(({ kind, scans, rows }) => kind === 'i' && scans === '0' && Number(rows) > 0);
  return names.length === 0
    ? []
    : [`${service}, indexes of rows that nothing here scanned: ${names.map(({ name }) => name).join(', ')}`];
}

/** As nodes send the blocks to each other. */
export async function readRawBytes(blocksUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: blocksUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>('SELECT sum(size) AS bytes FROM block WHERE main');
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}
