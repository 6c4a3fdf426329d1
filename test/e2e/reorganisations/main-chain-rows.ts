import { connectClient } from '@ledgergraph/service-kit/db/connect-client';

/**
 * Columns that hold when or how often something was done rather than what the chain holds, by table. `*` is every table.
 * These, and the conditions below, are all that two databases of one chain may differ in.
 */
const LEFT_OUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // The id of a chain counts the chains a database has met, and the ordinal the branches; all other ids follow from the blocks.
  '*': ['updated_at', 'applied_at', 'chain', 'ordinal'],
  applied_block: ['serial'],
  node_tip: ['seen_at', 'ahead_since', 'silent_since'],
  // Which process reported it, and how often it has reported.
  subgraph_progress: ['reporter', 'sequence', 'past_reporters', 'heard_at'],
  // The node's first answer, with the height at which it was given.
  network: ['announcement'],
};

/** Rows about blocks that left the main chain, which stay on purpose. */
const LEFT_OUT_ROWS: Readonly<Record<string, string>> = {
  block: 'NOT main',
  transaction:
    'EXISTS (SELECT FROM block WHERE (block.chain, block.height, block.ordinal) = (t.chain, t.height, t.ordinal) AND NOT block.main)',
};

/**
 * Tables of events rather than state: outgoing events, the log of reorganisations, and the blocks that these removed. Tables of the mempool, of what was
 * sent, and of bytes that clients asked for, which no chain decides. And tables that belong to no chain, such as what networks.yaml lists.
 */
const LEFT_OUT_TABLES = [
  ...['outbox', 'reorg', 'removed_block', 'chain', 'configured_environment', 'awaited_network', '_prisma_migrations'],
  ...['pool', 'pool_transaction', 'pool_change', 'pool_spend', 'pool_stay', 'submission', 'raw_transaction'],
];

/** Every row of one chain in every table of a database, as JSON text in the order of that text. */
export async function readMainChainRows(databaseUrl: string, chainId: string): Promise<Map<string, string[]>> {
  const client = await connectClient(databaseUrl);
  try {
    const { rows } = await client.query<{ table: string; byId: boolean }>(
      `SELECT c.relname AS "table", bool_or(a.attname = 'chain') AS "byId"
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        GROUP BY c.relname ORDER BY c.relname`,
    );
    const tables = new Map<string, string[]>();
    for (const { table, byId } of rows.filter((row) => !LEFT_OUT_TABLES.includes(row.table))) {
      const columns = [...(LEFT_OUT_COLUMNS['*'] ?? []), ...(LEFT_OUT_COLUMNS[table] ?? [])];
      const read = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM "${table}" t
          WHERE ${byId ? 'chain = (SELECT id FROM chain WHERE chain_id = $1)' : 'chain_id = $1'}
            AND NOT (${LEFT_OUT_ROWS[table] ?? 'false'}) ORDER BY 1`,
        [chainId, columns],
      );
      tables.set(
        table,
        read.rows.map(({ row }) => row),
      );
    }
    return tables;
  } finally {
    await client.end();
  }
}

/** Rows that only one side has, a few of each table; empty when both are the same. */
export function compareRows(ours: Map<string, string[]>, theirs: Map<string, string[]>): string[] {
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((table) => {
    const [left, right] = [ours.get(table) ?? [], theirs.get(table) ?? []];
    if (left.length === right.length && left.every((row, index) => row === right[index])) return [];
    const [inLeft, inRight] = [new Set(left), new Set(right)];
    const only = (rows: string[], others: Set<string>, side: string): string[] =>
      rows
        .filter((row) => !others.has(row))
        .slice(0, 5)
        .map((row) => `${table} ${side}: ${row.slice(0, 400)}`);
    return [
      `${table}: ${left.length} and ${right.length} rows`,
      ...only(left, inRight, 'reorganised'),
      ...only(right, inLeft, 'straight'),
    ];
  });
}
