import pg from 'pg';

/**
 * Prints bytes of tables with indexes, by row, transaction and output: `node test/bench/sizes.ts` reads the databases of
 * `<SERVICE>_DATABASE_URL`.
 */

const SERVICES = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'];
/** Smaller tables measure pages rather than rows. */
const BYTES_MIN = 400_000;

interface Table {
  name: string;
  rows: number;
  bytes: number;
}

async function readTables(service: string): Promise<Table[]> {
  const variable = `${service.toUpperCase()}_DATABASE_URL`;
  const url = process.env[variable];
  if (url === undefined) throw new Error(`${variable} is not set`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ANALYZE');
    const { rows } = await client.query<{ name: string; rows: string; bytes: string }>(
      `SELECT relname AS name, reltuples::bigint AS rows, pg_total_relation_size(oid) AS bytes
         FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC`,
    );
    return rows.map(({ name, rows, bytes }) => ({ name, rows: Number(rows), bytes: Number(bytes) }));
  } finally {
    await client.end();
  }
}

const databases = new Map<string, Table[]>();
for (const service of SERVICES) databases.set(service, await readTables(service));

const rowsOf = (service: string, table: string): number =>
  databases.get(service)?.find(({ name }) => name === table)?.rows ?? 0;
const blocks = rowsOf('blocks', 'block');
const transactions = rowsOf('blocks', 'transaction');
const outputs = rowsOf('addresses', 'output_row');

const lines = [`${blocks} blocks, ${transactions} transactions, ${outputs} outputs of addresses`, ''];
for (const [service, tables] of databases) {
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const per = (count: number): string => `${Math.round(bytes / Math.max(1, count))} B`;
  lines.push(
    `${service}: ${bytes} B; ${per(blocks)} a block, ${per(transactions)} a transaction, ${per(outputs)} an output`,
  );
  for (const table of tables.filter((one) => one.bytes >= BYTES_MIN)) {
    lines.push(
      `  ${table.name}: ${table.rows} rows, ${Math.round(table.bytes / Math.max(1, table.rows))} B a row with its indexes`,
    );
  }
}
process.stdout.write(`${lines.join('\n')}\n`);
