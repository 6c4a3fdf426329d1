import { connectClient } from '@ledgergraph/service-kit/db/connect-client';

/** By table, `*` for every one: when or how often something was done. Nothing else may differ between two databases. */
const LEFT_OUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // A chain's id counts chains, and the ordinal branches; other ids follow from blocks.
  '*': ['updated_at', 'applied_at', 'chain', 'ordinal'],
  applied_block: ['serial'],
  node_tip: ['seen_at', 'ahead_since', 'silent_since'],
  subgraph_progress: ['reporter', 'sequence', 'past_reporters', 'heard_at'],
  // With the height at which it was given.
  network: ['announcement'],
};

/** These rows stay on purpose. */
const LEFT_OUT_ROWS: Readonly<Record<string, string>> = {
  block: 'NOT main',
  transaction:
    'EXISTS (SELECT FROM block WHERE (block.chain, block.height, block.ordinal) = (t.chain, t.height, t.ordinal) AND NOT block.main)',
};

/** Events, the mempool, sent transactions and requested bytes follow from no chain; networks.yaml belongs to none. */
const LEFT_OUT_TABLES = [
  ...['outbox', 'reorg', 'removed_block', 'chain', 'configured_environment', 'awaited_network', '_prisma_migrations'],
  ...['pool', 'pool_transaction', 'pool_change', 'pool_spend', 'pool_stay', 'submission', 'raw_transaction'],
  'node_text',
];

/** As JSON text, sorted. */
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

/** A few of each table; empty when both are the same. */
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
